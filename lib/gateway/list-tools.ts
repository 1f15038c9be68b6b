import type { Sql } from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { accessGrantSchema, accessLevelSchema } from "#lib/policy/access-level.ts";
import { judgeLevel } from "#lib/policy/judge-level.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";

const toolsOfAgentSchema = z.object({
  grants: z.partialRecord(accessLevelSchema, accessGrantSchema),
  tools: z.array(
    z.object({
      definitionHash: z.string(),
      contract: toolContractSchema,
      requiresApproval: z.boolean(),
      accessLevel: accessLevelSchema,
    }),
  ),
});

/** A tool as an agent sees it in a list: enough to choose, not enough to fill a context. */
export interface ToolSummary {
  readonly name: string;
  readonly summary: string;
  readonly category: Category;
  readonly requiresApproval: boolean;
  readonly definitionHash: string;
}

const SUMMARY_MAX = 200;

/** The tools in force that this agent's level lets it call. */
export async function listToolsForAgent(sql: Sql, key: string): Promise<Outcome<ToolSummary[]>> {
  const found = await attempt(() => sql<{ answer: unknown }[]>`select agents.fn_tools_of_agent(${key}) as answer`);
  if (!found.ok) return found;
  const { grants, tools } = toolsOfAgentSchema.parse(found.value[0]?.answer);
  const usable = tools.filter(({ contract, accessLevel }) => {
    const grant = grants[accessLevel];
    return (
      grant && judgeLevel({ ...contract, level: accessLevel, grant }).every(({ concluded }) => concluded !== "deny")
    );
  });
  return done(
    usable.map(({ contract, definitionHash, requiresApproval }) => ({
      name: contract.name,
      summary: contract.summary ?? contract.description.slice(0, SUMMARY_MAX),
      category: contract.category,
      requiresApproval,
      definitionHash,
    })),
  );
}
