import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceCode } from "./announce-code.ts";

type Answer = { readonly id: string } | { readonly error: "wrong_code"; readonly left: number };

/** A code of an authenticator app. The database has the seed and counts the tries; this side only carries the digits. */
export async function proveWithCode(
  sql: postgres.Sql,
  token: string,
  { stepUp, code }: { stepUp: string; code: string },
): Promise<Outcome<{ id: string }>> {
  const announced = await announceCode(sql, token, code, stepUp);
  const [row] = await sql<{ answer: Answer }[]>`
    select agents.fn_prove_step_up_totp(${token}, ${stepUp}, ${announced}, ${code}) as answer`;
  if (!row) return refuse("internal");
  if ("id" in row.answer) return done(row.answer);
  const { left } = row.answer;
  const tries =
    left === 0 ? "That was the last try for this question." : `${left} ${left === 1 ? "try" : "tries"} left.`;
  return refuse("step_up_failed", `Wrong code, or one that was used already. ${tries}`, { left });
}
