import type postgres from "postgres";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Session } from "./session.ts";

type SessionAnswer = Omit<Session, "token">;

/**
 * Asks the database whether a session is alive. Asked at every request and action: nothing remembers the answer. Only
 * what a person did renews it; a page that looks again by itself asks without.
 */
export async function readSession(sql: postgres.Sql, token: string, renew = true): Promise<Outcome<Session>> {
  try {
    const [row] = await sql<
      { session: SessionAnswer | null }[]
    >`select agents.fn_session(${token}, ${renew}) as session`;
    return row?.session ? done({ token, ...row.session }) : refuse("bad_session");
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return refusal;
    throw error;
  }
}
