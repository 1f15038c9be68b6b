import type { Sql } from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";

const offeredToolSchema = z.object({
  version: z.number().int(),
  definitionHash: z.string(),
  contract: toolContractSchema,
  requiresApproval: z.boolean(),
});

const toolsOfAgentSchema = z.object({ tools: z.array(offeredToolSchema) });

export type UsableTool = z.infer<typeof offeredToolSchema>;

/** The tools in force that this agent may call, as the database would decide; of others it learns nothing. */
export async function readUsableTools(sql: Sql, key: string): Promise<Outcome<UsableTool[]>> {
  const found = await attempt(() => sql<{ answer: unknown }[]>`select agents.fn_tools_of_agent(${key}) as answer`);
  return found.ok ? done(toolsOfAgentSchema.parse(found.value[0]?.answer).tools) : found;
}
