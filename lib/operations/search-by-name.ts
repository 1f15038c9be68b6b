import type postgres from "postgres";
import { containing } from "#db/like-pattern.ts";
import { plainRows } from "#db/plain-rows.ts";

export interface SearchHit {
  readonly kind: "agent" | "tool" | "server" | "invocation";
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly href: string;
}

const HEX_HEAD = /^[0-9a-f-]{6,36}$/;

/** Agents, tools and MCP servers by a part of their name, calls by the head of their id. */
export async function searchByName(sql: postgres.Sql, words: string): Promise<SearchHit[]> {
  const asked = words.trim().toLowerCase().slice(0, 64);
  if (asked.length < 2 || asked.includes("\0")) return [];
  const part = containing(asked);
  const head = HEX_HEAD.test(asked) ? asked : null;
  return plainRows(
    await sql<SearchHit[]>`
    (
      select 'agent' as kind, id::text, name as label, access_level as note, '/agents/' || name as href
      from agents.agents where name ilike ${part} order by name limit 6
    ) union all (
      select 'tool', id::text, name, case when state = 'active' and pinned_version_id is null then 'not in force' else state end,
        '/registry/' || name
      from agents.tools_registry where name ilike ${part} order by name limit 6
    ) union all (
      select 'server', id::text, name, state, '/servers/' || name from agents.mcp_servers where name ilike ${part} order by name limit 6
    ) union all (
      select 'invocation', i.id::text, i.id::text, t.name || ' · ' || i.status, '/invocations/' || i.id
      from agents.tool_invocations i join agents.tools_registry t on t.id = i.tool_id
      where ${head}::text is not null
        and i.id between rpad(replace(${head ?? "0"}, '-', ''), 32, '0')::uuid and rpad(replace(${head ?? "0"}, '-', ''), 32, 'f')::uuid
      order by i.id desc limit 6
    )`,
  );
}
