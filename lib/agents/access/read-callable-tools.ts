import type postgres from "postgres";
import { containing } from "#db/like-pattern.ts";
import type { ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

/** A tool by the version that calls are checked against. */
export interface ToolRow {
  readonly contract: ToolContract;
  readonly toolState: ToolState;
  readonly versionState: ToolVersionState;
  readonly requiresApproval: boolean;
  readonly alarmed: boolean;
}

interface Choice {
  readonly name?: string | undefined;
  readonly words?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** By name; of retired tools nobody asks any more. */
export function readCallableTools(sql: postgres.Sql, { name, words, after, limit }: Choice) {
  return sql<ToolRow[]>`
    select v.contract, t.state as "toolState", v.state as "versionState", t.requires_approval as "requiresApproval", v.alarmed
    from agents.tools_registry t
    join agents.tool_versions v on v.id = t.pinned_version_id
    where t.state <> 'retired'
      ${name === undefined ? sql`` : sql`and t.name = ${name}`}
      ${words === undefined ? sql`` : sql`and t.name ilike ${containing(words)}`}
      ${after === undefined ? sql`` : sql`and t.name > ${after}`}
    order by t.name limit ${limit}`;
}
