import { z } from "zod";
import { TRUST_LEVELS, trustSectionSchema } from "#lib/policy/document/trust-section.ts";
import type { Tally, TrustEvidence } from "./evidence.ts";
import { TRUST_SCOPES } from "./levels.ts";

const scope = z.enum(TRUST_SCOPES);
const level = z.enum(TRUST_LEVELS);

/** One row of the evidence, as fn_due_trust sends it: without names, for there are many. */
const tallySchema = z.tuple([scope, z.boolean()], z.number()).transform(([category, current, ...numbers]): Tally => {
  const at = (place: number) => numbers[place] ?? 0;
  return {
    ...{ category, current, stretch: at(0), difficulty: at(1) },
    ...{ completed: at(2), failed: at(3), denied: at(4), approved: at(5), rejected: at(6), findings: at(7) },
    ...{ tasksDone: at(8), tasksFailed: at(9) },
    said: { count: at(10), sum: at(11), squares: at(12) },
    judged: { count: at(13), sum: at(14), squares: at(15) },
  };
});

const trackSchema = z.object({
  category: scope,
  level,
  since: z.number(),
  resetAt: z.number().nullable().default(null),
  verifiedAt: z.number().nullable().default(null),
  frozen: z.string().nullable().default(null),
});

const incidentSchema = z.object({ category: scope, severity: z.enum(["minor", "critical"]), at: z.number() });

/** What fn_due_trust knows of an agent. */
const dueAgentSchema = z
  .object({
    agent: z.uuid(),
    seen: z.number(),
    // One that cannot be read is as none: the other agents are looked at all the same.
    config: trustSectionSchema.optional().catch(undefined),
    ceiling: level.or(z.literal("custom")).optional(),
    since: z.number(),
    tracks: z.array(trackSchema).default([]),
    tallies: z.array(tallySchema).default([]),
    lastSuccess: z.partialRecord(scope, z.number()).default({}),
    incidents: z.array(incidentSchema).default([]),
  })
  .transform(({ agent, seen, config, ceiling = "custom", since: _since, ...rest }) => ({
    ...{ agent, seen, config },
    evidence: { ...rest, ceiling: ceiling === "custom" ? null : ceiling } satisfies TrustEvidence as TrustEvidence,
  }));
export type DueAgent = z.infer<typeof dueAgentSchema>;

export const dueTrustSchema = z.object({
  /** The database's time: a machine with a wrong clock would call everybody idle, or nobody. */
  now: z.number(),
  config: trustSectionSchema.nullable().catch(null),
  agents: z.array(dueAgentSchema),
});
