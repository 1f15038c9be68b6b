import type postgres from "postgres";
import type { DecidedAgent } from "#lib/policy/decision/acting-grant.ts";

/** How far an agent is trusted, as a whole and by category; what it is not said of takes nothing away. */
export async function readAgentTrust(sql: postgres.Sql, agentId: string): Promise<DecidedAgent["trust"]> {
  const rows = await sql<{ category: keyof DecidedAgent["trust"]; level: DecidedAgent["declared"] }[]>`
    select category, level from agents.agent_trust where agent_id = ${agentId}`;
  return Object.fromEntries(rows.map(({ category, level }) => [category, level]));
}
