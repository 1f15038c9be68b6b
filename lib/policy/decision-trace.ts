import { z } from "zod";
import { TIERS } from "./vocabulary.ts";

/**
 * Why a call was released, held or refused: one line for every check that was made, in the order it was made. The
 * verdict is the strictest of the lines (deny beats hold beats run, the larger quorum wins), so the order never matters.
 */
const verdictSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run") }),
  z.strictObject({ kind: z.literal("hold"), people: z.number().int().min(1).max(2) }),
  z.strictObject({ kind: z.literal("deny"), code: z.string() }),
]);
export type Verdict = z.infer<typeof verdictSchema>;

/** The database cuts at 400 characters; each of them may be two code units here. */
const TEXT_MAX = 800;

export const traceLineSchema = z.strictObject({
  /** Stable id of the rule, e.g. `egress.write`, `contract.input`, `gate.path`. */
  rule: z.string(),
  stage: z.enum(["check", "decide"]),
  concluded: z.enum(["pass", "run", "hold", "deny"]),
  people: z.number().int().min(0).max(2).optional(),
  /** What the rule looked at, in a few words; never a whole argument. */
  saw: z.string().max(TEXT_MAX),
  /** One sentence for a person. */
  sentence: z.string().max(TEXT_MAX),
});
export type TraceLine = z.infer<typeof traceLineSchema>;

export const decisionTraceSchema = z.strictObject({
  version: z.literal(1),
  policyVersion: z.number().int().min(1),
  verdict: verdictSchema,
  tier: z.enum(TIERS),
  lines: z.array(traceLineSchema),
});
export type DecisionTrace = z.infer<typeof decisionTraceSchema>;
