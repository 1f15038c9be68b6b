import { z } from "zod";
import { STANCES } from "./stance.ts";

/** What a rehearsal found, as the page shows it and the command line prints it. */
const stance = z.enum(STANCES);
const count = z.number().int().min(0);

const example = z.strictObject({ id: z.uuid(), askedAt: z.number(), from: stance, to: stance });

const transition = z.strictObject({ from: stance, to: stance, looser: z.boolean(), calls: count });

const pairChange = z.strictObject({
  agentId: z.uuid(),
  agent: z.string(),
  tool: z.string(),
  calls: count,
  changed: count,
  looser: count,
  transitions: z.array(transition),
  /** The newest few of each transition. */
  examples: z.array(example),
});

/** A line that only one of the two traces has, over all calls that change. */
const reason = z.strictObject({
  /** `gone`: only the policy in force says it. `new`: only the changed one does. */
  side: z.enum(["gone", "new"]),
  rule: z.string(),
  concluded: z.enum(["pass", "run", "hold", "deny"]),
  people: z.number().int().optional(),
  sentence: z.string(),
  calls: count,
});

export const rehearsalResultSchema = z.strictObject({
  calls: count,
  changed: count,
  looser: count,
  stricter: count,
  /** Calls that the policy in force would decide otherwise than was decided when they were asked. */
  decidedOtherwise: count,
  firstAskedAt: z.number().nullable(),
  lastAskedAt: z.number().nullable(),
  transitions: z.array(transition),
  /** Agent by tool, those with the most changes first, the looser ones before all others. */
  pairs: z.array(pairChange),
  pairsLeftOut: count,
  reasons: z.array(reason),
  /** Versions that are not in force any more: their calls were decided by the contract that they had then. */
  replaced: z.array(z.strictObject({ tool: z.string(), version: z.number().int(), calls: count })),
});
export type RehearsalResult = z.infer<typeof rehearsalResultSchema>;
export type RehearsedTransition = z.infer<typeof transition>;
export type RehearsedPair = z.infer<typeof pairChange>;
export type RehearsalReason = z.infer<typeof reason>;
