import type { Sql } from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import { readUsableTools } from "./usable-tools.ts";

/** A tool as an agent sees it in a list: enough to choose, not enough to fill a context. */
export interface ToolSummary {
  readonly name: string;
  readonly summary: string;
  readonly category: Category;
  readonly requiresApproval: boolean;
  readonly definitionHash: string;
}

const SUMMARY_MAX = 200;

export async function listToolsForAgent(sql: Sql, key: string): Promise<Outcome<ToolSummary[]>> {
  const usable = await readUsableTools(sql, key);
  if (!usable.ok) return usable;
  return done(
    usable.value.map(({ contract, definitionHash, requiresApproval }) => ({
      name: contract.name,
      summary: contract.summary ?? headOf(contract.description, SUMMARY_MAX),
      category: contract.category,
      requiresApproval,
      definitionHash,
    })),
  );
}
