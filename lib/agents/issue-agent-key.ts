import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

export interface KeyRequest {
  readonly agentId: string;
  readonly name: string;
  readonly days: number;
  /** May look and not act. */
  readonly readOnly?: boolean;
}

/** Gives an agent a new key. The key is in the answer and nowhere else: who does not copy it now issues another. */
export async function issueAgentKey(
  sql: postgres.Sql,
  token: string,
  { agentId, name, days, readOnly = false }: KeyRequest,
): Promise<Outcome<{ key: string }>> {
  const { key, prefix, secretHash } = makeBearerKey("alk");
  await sql`select agents.fn_issue_agent_key(${token}, ${agentId}, ${name}, ${prefix}, ${secretHash}, ${days}, ${readOnly})`;
  return done({ key });
}
