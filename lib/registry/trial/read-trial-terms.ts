import type postgres from "postgres";
import { z } from "zod";
import { accessGrantSchema, accessLevelSchema } from "#lib/policy/access-level.ts";
import { permissionSchema } from "#lib/policy/decision/judge-permission.ts";
import { type TraceLine, traceLineSchema } from "#lib/policy/decision-trace.ts";
import { reachSchema } from "#lib/policy/narrow-policy.ts";
import { TIERS, TOOL_STATES, TOOL_VERSION_STATES } from "#lib/policy/vocabulary.ts";

/** Everything a decision reads of one agent and one tool, and the lines that the database itself would write. Nothing is recorded. */
const trialTermsSchema = z.object({
  agentId: z.uuid(),
  agentName: z.string(),
  /** The level at which the agent acts with tools of this category: trust takes away, and never gives. */
  actsAt: accessLevelSchema,
  grants: accessGrantSchema,
  projectRoot: z.string().nullable(),
  permission: permissionSchema,
  narrowings: z.array(reachSchema),
  enforceToolPolicies: z.boolean(),
  toolState: z.enum(TOOL_STATES),
  versionId: z.uuid().nullable(),
  versionState: z.enum(TOOL_VERSION_STATES).nullable(),
  definitionHash: z.string().nullable(),
  policyVersion: z.number().int(),
  tier: z.enum(TIERS),
  lines: z.array(traceLineSchema),
});
export type TrialTerms = z.infer<typeof trialTermsSchema>;

/** Under what terms each of these agents would ask for the tool now; at most 200 of them. */
export async function readTrialTerms(
  sql: postgres.Sql,
  token: string,
  toolId: string,
  agentIds: readonly string[],
): Promise<TrialTerms[]> {
  if (agentIds.length === 0) return [];
  const [row] = await sql<{ terms: unknown }[]>`
    select agents.fn_rehearse_call(${token}, ${toolId}, ${sql.array([...agentIds])}::uuid[]) as terms`;
  return z.array(trialTermsSchema).parse(row?.terms ?? []);
}

/** The database refuses a tool that does not run before it looks at any rule; a trace without that line would promise too much. */
export function judgeRunnable(tool: string, { toolState, versionState }: TrialTerms): TraceLine[] {
  if (toolState === "active" && versionState === "approved") return [];
  return [
    {
      rule: "contract.version",
      stage: "check",
      concluded: "deny",
      saw: `tool ${toolState}, version ${versionState ?? "none"}`,
      sentence: `${tool} has no version that may run.`,
    },
  ];
}
