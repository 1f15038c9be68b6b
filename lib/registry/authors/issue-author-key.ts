import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

/** Gives a person's own tooling a key to register tools in their name. It is in the answer and nowhere else. */
export async function issueAuthorKey(
  sql: postgres.Sql,
  token: string,
  { name, days }: { readonly name: string; readonly days: number },
): Promise<Outcome<{ key: string }>> {
  const { key, prefix, secretHash } = makeBearerKey("aak");
  await sql`select agents.fn_issue_author_key(${token}, ${name}, ${prefix}, ${secretHash}, ${days})`;
  return done({ key });
}
