import type { Sql } from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { accessGrantSchema, accessLevelSchema } from "#lib/policy/access-level.ts";
import { levelPermits } from "#lib/policy/decision/judge-level.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";

const offeredToolSchema = z.object({
  version: z.number().int(),
  definitionHash: z.string(),
  contract: toolContractSchema,
  requiresApproval: z.boolean(),
  accessLevel: accessLevelSchema,
  /** Whether the agent may call it at all, as the database would decide. */
  permitted: z.boolean().optional(),
});

const toolsOfAgentSchema = z.object({
  grants: z.partialRecord(accessLevelSchema, accessGrantSchema),
  tools: z.array(offeredToolSchema),
});

export type UsableTool = z.infer<typeof offeredToolSchema>;

/** The tools in force that this agent may call; of others it learns nothing. */
export async function readUsableTools(sql: Sql, key: string): Promise<Outcome<UsableTool[]>> {
  const found = await attempt(() => sql<{ answer: unknown }[]>`select agents.fn_tools_of_agent(${key}) as answer`);
  if (!found.ok) return found;
  const { grants, tools } = toolsOfAgentSchema.parse(found.value[0]?.answer);
  return done(
    tools.filter(({ contract, accessLevel, permitted }) => {
      const grant = grants[accessLevel];
      return permitted ?? (grant !== undefined && levelPermits({ ...contract, level: accessLevel, grant }));
    }),
  );
}
