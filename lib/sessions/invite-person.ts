import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Role } from "#lib/policy/vocabulary.ts";

export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Adds a person and gives the one-time link's token, which is kept nowhere: who loses it invites again. */
export async function invitePerson(
  sql: postgres.Sql,
  session: string,
  { email, name, role }: Invitation,
): Promise<Outcome<{ token: string }>> {
  const token = randomBytes(32).toString("base64url");
  await sql`select agents.fn_invite_person(${session}, ${email.toLowerCase()}, ${name}, ${role}, ${token})`;
  return done({ token });
}
