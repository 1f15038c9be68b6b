import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface AgentKeyItem {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  /** May look and not act. */
  readonly readOnly: boolean;
  readonly state: "live" | "expired" | "revoked";
}

/** An agent's keys by their public part; the secret part was shown once and is kept nowhere. */
export async function listAgentKeys(sql: postgres.Sql, agentId: string): Promise<AgentKeyItem[]> {
  return plainRows(
    await sql<AgentKeyItem[]>`
    select
      k.id, k.name, k.prefix, p.name as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.revoked_at as "revokedAt", u.used_at as "lastUsedAt", k.read_only as "readOnly",
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'live' end as state
    from agents.agent_keys k
    left join agents.agent_key_uses u on u.key_id = k.id
    left join agents.people p on p.id = k.created_by
    where k.agent_id = ${agentId}
    order by k.created_at desc`,
  );
}
