import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";

export interface NewAgent {
  readonly name: string;
  readonly description: string;
  readonly ownerId: string;
  /** Null: as the trust section says. Elevated, as a ceiling, where trust is earned. */
  readonly accessLevel: Exclude<AccessLevel, "custom"> | null;
}

/** Makes an agent without a key: it can ask for nothing until it is given one. */
export async function createAgent(sql: postgres.Sql, token: string, agent: NewAgent): Promise<Outcome<{ id: string }>> {
  const [row] = await sql<{ id: string }[]>`
    select agents.fn_create_agent(${token}, ${agent.name}, ${agent.description}, ${agent.ownerId}, ${agent.accessLevel}) as id`;
  if (!row) throw new Error("The database gave no id for a new agent.");
  return done({ id: row.id });
}
