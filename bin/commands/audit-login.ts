import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { layoutOf, socketUrl } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { keepPasswords, loginUrls } from "#db/logins.ts";
import { openConnection } from "#db/open-connection.ts";
import { resolveHome } from "#lib/environment/home.ts";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";

export interface AuditPlace {
  readonly home: string;
  readonly environment: Environment;
}

export function findAuditPlace(): AuditPlace {
  const environment = readEnvironment();
  if (!environment.ok) throw new Error(tellSender(environment));
  return { home: resolveHome(environment.value.AIRLOCK_HOME), environment: environment.value };
}

/** Works with the auditor's login: the one that was named, or the one of this home. It reads, and may do nothing else. */
export async function asAuditor<T>(place: AuditPlace, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openConnection(auditorUrl(place), {
    max: 1,
    connect_timeout: 10,
    connection: { application_name: "airlock-audit" },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function auditorUrl({ home, environment }: AuditPlace): string {
  if (environment.AIRLOCK_DB_AUDITOR_URL) return environment.AIRLOCK_DB_AUDITOR_URL;
  if (!existsSync(join(home, "logins.json"))) {
    throw new Error(
      `AIRLOCK_DB_AUDITOR_URL is not set, and ${home} holds no logins. 'npm run up' makes them; AIRLOCK_HOME names the home of an installation that lies elsewhere.`,
    );
  }
  const passwords = keepPasswords(home);
  if (environment.DATABASE_URL) return loginUrls(environment.DATABASE_URL, passwords).auditor;
  const server = findPostmaster(layoutOf(home));
  if (!server) throw new Error(`The database of ${home} does not run. 'npm run up' starts it.`);
  return loginUrls(socketUrl(server.socketDirectory, "-"), passwords).auditor;
}
