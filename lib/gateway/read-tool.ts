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
});
export type ToolForAgent = z.infer<typeof toolForAgentSchema>;

/** The contract in force and the asking agent's reach. */
export async function readToolForAgent(sql: Sql, key: string, name: string): Promise<Outcome<ToolForAgent>> {
  const found = await attempt(() => sql<{ tool: unknown }[]>`select agents.fn_tool_for_agent(${key}, ${name}) as tool`);
  if (!found.ok) return found;
  const tool = toolForAgentSchema.safeParse(found.value[0]?.tool);
  return tool.success ? done(tool.data) : refuse("tool_not_runnable", `${name} has no version in force.`);
}
