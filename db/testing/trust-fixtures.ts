import type { Sql } from "postgres";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { type Ask, type Looked, lookAtTrust } from "#lib/trust/look-at-trust.ts";
import { putPolicy } from "./put-policy.ts";

/** Lets a strategy be in force, as if people had. */
export async function putTrust(admin: Sql, trust: TrustSection): Promise<void> {
  await putPolicy(admin, { trust });
}

/** Looks at trust as the housekeeper does. */
export function look(housekeeper: Sql): Promise<Looked> {
  const ask: Ask = async (statement, values) => {
    const [row] = await housekeeper.unsafe<{ answer: unknown }[]>(statement, values as never[]);
    return row?.answer;
  };
  return lookAtTrust(ask);
}

/** Time passes for one agent: its last steps lie so much further back. */
export async function elapse(admin: Sql, agentId: string, interval: string): Promise<void> {
  await admin.begin(async (sql) => {
    await sql`alter table agents.agent_trust disable trigger guard_trust`;
    await sql`
      update agents.agent_trust set since = since - ${interval}::interval, verified_at = verified_at - ${interval}::interval,
        reset_at = reset_at - ${interval}::interval where agent_id = ${agentId}`;
    await sql`alter table agents.agent_trust enable always trigger guard_trust`;
    await sql`update agents.trust_tallies set stretch = stretch - ${interval}::interval, last_success_at = last_success_at - ${interval}::interval
      where agent_id = ${agentId}`;
    await sql`update agents.trust_standings set seen = seen + 1 where agent_id = ${agentId}`;
  });
}

/** Work that was done: as if it had been gathered from calls of that tool version. */
export async function didWork(
  admin: Sql,
  agentId: string,
  versionId: string,
  { category = "file_system", difficulty = 4, completed = 40, failed = 0, approved = 10, ago = "0 days" } = {},
): Promise<void> {
  await admin`
    insert into agents.trust_tallies (agent_id, category, tool_version_id, stretch, difficulty, completed, failed, approved, last_success_at)
    values (${agentId}, ${category}, ${versionId}, now() - ${ago}::interval, ${difficulty}, ${completed}, ${failed}, ${approved},
      ${completed > 0 ? admin`now() - ${ago}::interval` : null})`;
  await admin`select airlock.note_evidence(array[${agentId}::uuid])`;
}

export async function levelsOf(sql: Sql, agentId: string): Promise<Record<string, string>> {
  const rows = await sql<{ category: string; level: string }[]>`
    select category, level from agents.agent_trust where agent_id = ${agentId} order by category`;
  return Object.fromEntries(rows.map(({ category, level }) => [category, level]));
}
