import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";

export type InstallationKind = "demo" | "production" | "bench";

/** What this database is, marked once by whoever comes first; a later caller is told what it is already. */
export async function markInstallation(admin: Sql, kind: InstallationKind): Promise<InstallationKind> {
  await admin`
    insert into agents.installation (one, kind, marked_at, salt_key) values (1, ${kind}, now(), ${randomBytes(32)})
    on conflict do nothing`;
  // In a demo people have just been made, and are to meet a quorum of two at once. Proofs of presence are asked for there too, until
  // somebody without a passkey switches them off.
  await admin`
    update agents.settings set least = 0, value = case name when 'quorum_role_hours' then 0 else value end
    where name in ('quorum_role_hours', 'step_up') and least > 0 and exists (select from agents.installation i where i.kind = 'demo')`;
  return (await readInstallation(admin)) ?? kind;
}

export async function readInstallation(sql: Sql): Promise<InstallationKind | undefined> {
  const [row] = await sql<{ kind: InstallationKind }[]>`select kind from agents.installation`;
  return row?.kind;
}

/** A new one-time token for the set-up page, as long as nobody has been set up; earlier links stop working. */
export async function createSetupToken(admin: Sql): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  return admin.begin(async (sql) => {
    const [anybody] = await sql`select from agents.people limit 1`;
    if (anybody) return undefined;
    await sql`delete from agents.setup_links`;
    await sql`
      insert into agents.setup_links (token_hash, expires_at)
      values (sha256(convert_to(${token}, 'UTF8')), now() + interval '1 hour')`;
    return token;
  });
}
