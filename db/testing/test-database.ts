import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { LOGIN_NAMES, type LoginName, type LoginPasswords, type LoginUrls, loginUrls } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { readSqlSources } from "#db/migration/sources.ts";
import { openConnection } from "#db/open-connection.ts";

export interface TestDatabase {
  readonly adminUrl: string;
  readonly urls: LoginUrls;
  /** The superuser: for arranging and for looking, never for the act under test. */
  readonly admin: Sql;
  /** A connection as one of the run-time logins; ended with the database. */
  as(login: LoginName, connections?: number): Sql;
  drop(): Promise<void>;
}

/** A migrated database of one's own, cloned from a template that the first caller of a run makes. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.AIRLOCK_TEST_ADMIN_URL;
  if (!serverUrl) throw new Error("Run database tests through vitest: its global set-up starts the server.");
  const passwords = passwordsFor(serverUrl);
  const server = openConnection(serverUrl, { max: 1 });
  const name = `test_${randomBytes(6).toString("hex")}`;
  try {
    const template = await ensureTemplate(server, serverUrl, passwords);
    // Copied as files: the other way writes every page to the log as well, for a server that is thrown away.
    await server.unsafe(`create database ${name} template ${template} strategy file_copy`);
    // A database's own grants are not cloned with it.
    await server.unsafe(`revoke create, temporary on database ${name} from public`);
  } finally {
    await server.end();
  }
  return openTestDatabase(serverUrl, name, passwords);
}

function openTestDatabase(serverUrl: string, name: string, passwords: LoginPasswords): TestDatabase {
  const adminUrl = withDatabase(serverUrl, name);
  const urls = loginUrls(adminUrl, passwords);
  const admin = openConnection(adminUrl, { max: 2 });
  const open: Sql[] = [admin];
  return {
    adminUrl,
    urls,
    admin,
    as(login, connections = 2) {
      const sql = openConnection(urls[login], { max: connections });
      open.push(sql);
      return sql;
    },
    async drop() {
      await Promise.all(open.map((sql) => sql.end({ timeout: 1 })));
      const server = openConnection(serverUrl, { max: 1 });
      await server.unsafe(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

async function ensureTemplate(server: Sql, serverUrl: string, passwords: LoginPasswords): Promise<string> {
  const template = `template_${readSqlSources().hash.slice(0, 12)}`;
  await server`select pg_advisory_lock(7)`;
  try {
    const [made] = await server`select from pg_database where datname = ${template} and datistemplate`;
    if (!made) {
      await server.unsafe(`drop database if exists ${template}`);
      await server.unsafe(`create database ${template}`);
      await migrate(withDatabase(serverUrl, template), passwords);
      await hurryPeople(withDatabase(serverUrl, template));
      await server.unsafe(`alter database ${template} is_template true`);
    }
  } finally {
    await server`select pg_advisory_unlock(7)`;
  }
  return template;
}

/**
 * People in tests do not read, prove nothing and ask a lot: what slows real ones down is off, and a test that is about it turns it on.
 * No setting goes this low by itself.
 */
async function hurryPeople(url: string): Promise<void> {
  const sql = openConnection(url, { max: 1 });
  await sql`
    update agents.settings set least = 0, value = 0
    where name in ('reading_seconds', 'step_up', 'release_seconds_high', 'release_seconds_dual')`;
  await sql`update agents.settings set value = most where name = 'agent_open_cards'`;
  await sql.end();
}

/** The same in every worker of a run, and of no use outside it. */
function passwordsFor(serverUrl: string): LoginPasswords {
  const entries = LOGIN_NAMES.map((login) => [
    login,
    createHash("sha256").update(`${serverUrl} ${login}`).digest("base64url"),
  ]);
  return Object.fromEntries(entries) as LoginPasswords;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
