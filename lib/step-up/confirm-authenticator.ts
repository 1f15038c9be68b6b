import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceCode } from "./announce-code.ts";

/** The first code of a new app: it counts from now on. */
export async function confirmAuthenticator(
  sql: postgres.Sql,
  token: string,
  { code }: { code: string },
): Promise<Outcome<null>> {
  const announced = await announceCode(sql, token, code);
  const [row] = await sql<{ confirmed: boolean }[]>`
    select agents.fn_confirm_totp(${token}, ${announced}, ${code}) as confirmed`;
  return row?.confirmed ? done(null) : refuse("step_up_failed", "That is not a code of this app now.");
}
