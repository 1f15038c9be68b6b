import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";

/** A version of another tool with the same body: a rename, a copy, or one that came back under another name. */
export interface Twin {
  readonly tool: string;
  readonly toolState: ToolState;
  readonly number: number;
  readonly state: ToolVersionState;
  readonly createdAt: string;
}

const TWINS_SHOWN = 10;

export async function listTwins(sql: postgres.Sql, toolId: string, bodyHash: string): Promise<Twin[]> {
  return plainRows(
    await sql<Twin[]>`
    select t.name as tool, t.state as "toolState", v.number, v.state, v.created_at as "createdAt"
    from agents.tool_versions v
    join agents.tools_registry t on t.id = v.tool_id
    where v.body_hash = ${bodyHash} and v.tool_id <> ${toolId}
    order by v.created_at, v.id
    limit ${TWINS_SHOWN}`,
  );
}
