import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

/** What the registry knows of a tool that ships: where it stands, and the contract in force (or the newest, if none is). */
export interface ShelfState {
  readonly name: string;
  readonly state: ToolState;
  readonly pinned: boolean;
  readonly newest: ToolVersionState | null;
  readonly contract: ToolContract;
}

export async function listShelfStates(sql: postgres.Sql): Promise<ShelfState[]> {
  return plainRows(
    await sql<ShelfState[]>`
      select t.name, t.state, t.pinned_version_id is not null as pinned, v.state as newest, v.contract
      from agents.tools_registry t
      cross join lateral (
        select v.state, v.contract from agents.tool_versions v where v.tool_id = t.id
        order by v.id = t.pinned_version_id desc nulls last, v.number desc limit 1
      ) v
      where t.source = 'shipped' order by t.name`,
  );
}
