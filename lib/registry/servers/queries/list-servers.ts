import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export type ServerState = "connecting" | "listed" | "failing" | "retired";

/** `asked`: a dispatcher is wanted. `listing`: one is at it. */
export type SyncState = "idle" | "asked" | "listing";

export interface ServerItem {
  readonly id: string;
  readonly name: string;
  readonly state: ServerState;
  readonly stateReason: string | null;
  readonly sync: SyncState;
  readonly transport: "stdio" | "http";
  /** The program, or the address. */
  readonly reachedAt: string;
  readonly listed: number;
  readonly imported: number;
  /** Imported, and no longer what was reviewed. */
  readonly changed: number;
  readonly listedAt: string | null;
  readonly failures: number;
  readonly errorMessage: string | null;
}

/** What is under way, in SQL: a lease that ran out is nobody's. */
export function syncState(sql: postgres.Sql) {
  return sql`case
    when s.sync_lease_expires_at > now() then 'listing' when s.sync_requested_at is not null then 'asked' else 'idle' end`;
}

/** Servers that want a look first, then by name; those that were retired last. */
export async function listServers(sql: postgres.Sql): Promise<ServerItem[]> {
  return plainRows(
    await sql<ServerItem[]>`
    select
      s.id, s.name, s.state, s.state_reason as "stateReason", ${syncState(sql)} as sync, s.transport ->> 'kind' as transport,
      case s.transport ->> 'kind' when 'http' then s.transport ->> 'url' else array_to_string(array(
        select jsonb_array_elements_text(s.transport -> 'argv')), ' ') end as "reachedAt",
      coalesce(jsonb_array_length(l.tools), 0) as listed, t.imported, t.changed, s.listed_at as "listedAt", s.failures,
      s.error_message as "errorMessage"
    from agents.mcp_servers s
    left join agents.mcp_listings l on l.id = s.listing_id
    cross join lateral (
      select count(*) filter (where r.state <> 'retired')::int as imported,
        count(*) filter (where r.state in ('drifted', 'quarantined'))::int as changed
      from agents.tools_registry r where r.server_id = s.id
    ) t
    order by s.state = 'retired', t.changed > 0 desc, s.state = 'failing' desc, s.name`,
  );
}
