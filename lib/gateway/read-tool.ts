import type { Sql } from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { accessGrantSchema, accessLevelSchema } from "#lib/policy/access-level.ts";
import { permissionSchema } from "#lib/policy/decision/judge-permission.ts";
import { outsideCheckSchema } from "#lib/policy/document/policy-document.ts";
import { reachSchema } from "#lib/policy/narrow-policy.ts";
import { TOOL_VERSION_STATES } from "#lib/policy/vocabulary.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";

/** All of it has to be there: an answer without its checks or narrowings must not read as one that has none. */
const toolForAgentSchema = z.object({
  agentId: z.uuid(),
  agentName: z.string(),
  accessLevel: accessLevelSchema,
  grants: accessGrantSchema,
  projectRoot: z.string().nullable(),
  versionState: z.enum(TOOL_VERSION_STATES),
  definitionHash: z.string(),
  /** The policy that the rest of this was read from. */
  policyVersion: z.number().int(),
  contract: toolContractSchema,
  permission: permissionSchema,
  /** How far the rules of the agent's profiles let this tool reach. */
  narrowings: z.array(reachSchema),
  /** False: the path and host gate reports and refuses nothing. */
  enforceToolPolicies: z.boolean(),
  /** Whether how many calls there were may decide: then it is asked about by itself. */
  alone: z.boolean(),
  /** Services that are asked before a call of this tool is decided. */
  checks: z.array(outsideCheckSchema),
  /** The database's word for all that this was read from; null where it cannot be asked for by one. */
  known: z.string().nullable(),
});
export type ToolForAgent = z.infer<typeof toolForAgentSchema>;

/** So many tools of agents at once; the one that was asked for longest ago makes room. */
const MOST_KEPT = 500;
const kept = new WeakMap<Sql, Map<string, ToolForAgent>>();

/**
 * The contract in force and the asking agent's reach. The key is proved each time, and the database says each time whether what was read the last time is
 * still so; it is read and checked again only where it is not.
 */
export async function readToolForAgent(sql: Sql, key: string, name: string): Promise<Outcome<ToolForAgent>> {
  const ours = kept.get(sql) ?? new Map<string, ToolForAgent>();
  kept.set(sql, ours);
  const place = `${key} ${name}`;
  const last = ours.get(place);
  const found = await attempt(
    () => sql<{ tool: unknown }[]>`select agents.fn_tool_for_agent(${key}, ${name}, ${last?.known ?? null}) as tool`,
  );
  ours.delete(place);
  if (!found.ok) return found;
  const tool = isUnchanged(found.value[0]?.tool) ? last : toolForAgentSchema.safeParse(found.value[0]?.tool).data;
  if (!tool) return refuse("tool_not_runnable", `${name} has no version in force.`);
  if (tool.known !== null) ours.set(place, tool);
  const [oldest] = ours.keys();
  if (ours.size > MOST_KEPT && oldest !== undefined) ours.delete(oldest);
  return done(tool);
}

function isUnchanged(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "unchanged" in answer;
}
