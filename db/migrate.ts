import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { openConnection } from "#db/open-connection.ts";
import { LOGIN_NAMES, type LoginPasswords, loginUrls, roleOf } from "./logins.ts";
import { applyFunctions } from "./migration/apply-functions.ts";
import { applyQueue, isQueueMissing } from "./migration/apply-queue.ts";
import { applyRoles } from "./migration/apply-roles.ts";
import { applyTables } from "./migration/apply-tables.ts";
import { noteUnsealed } from "./migration/note-unsealed.ts";

/** "airl" as a number: the lock that keeps two migrations apart. */
const MIGRATION_LOCK = 0x6169726c;

/** The first that can ask whether a text is JSON without failing the transaction (pg_input_is_valid). */
const OLDEST_VERSION = 16;

export interface MigrationReport {
  readonly tables: readonly string[];
  readonly functions: boolean;
}

/**
 * Brings a database to what this tree says, in one transaction under one lock: it is all there afterwards, or nothing
 * changed. `passwords` are set on the run-time logins; leave them out when the logins are managed elsewhere.
 *
 * The queue of the housekeeper follows by its own migrations, which can be run again, and as the housekeeper: at
 * `housekeeperUrl`, or at the administrator's address with its password. Where neither is known the queue is left out; the
 * next migration that knows one makes up for it, and until then the housekeeper says so when it starts.
 */
export async function migrate(
  adminUrl: string,
  passwords?: LoginPasswords,
  housekeeperUrl = passwords && loginUrls(adminUrl, passwords).housekeeper,
): Promise<MigrationReport> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      return await migrateOnce(adminUrl, passwords, housekeeperUrl);
    } catch (error) {
      if (triesLeft === 0 || !isRaceForRoles(error)) throw error;
      await sleep(100 + Math.random() * 200);
    }
  }
}

async function migrateOnce(
  adminUrl: string,
  passwords: LoginPasswords | undefined,
  housekeeperUrl: string | undefined,
): Promise<MigrationReport> {
  const connection = openConnection(adminUrl, { max: 1, prepare: false });
  try {
    await checkVersion(connection);
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const report = await connection.begin(async (sql) => {
      const tables = await applyTables(sql);
      await applyRoles(sql);
      const functions = await applyFunctions(sql, tables.length > 0);
      if (tables.includes("0010_outputs")) await noteUnsealed(sql);
      if (passwords) {
        for (const login of LOGIN_NAMES) {
          // A password of ours is base64url: nothing in it could end the literal.
          await sql.unsafe(`alter role ${roleOf(login)} password '${passwords[login]}'`);
        }
      }
      return { tables, functions };
    });
    if (housekeeperUrl && (report.functions || (await isQueueMissing(connection)))) {
      await applyQueue(connection, housekeeperUrl);
    }
    return report;
  } finally {
    await connection.end();
  }
}

async function checkVersion(connection: Sql): Promise<void> {
  const [server] = await connection<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  if ((server?.number ?? 0) < OLDEST_VERSION * 10_000) {
    throw new Error(`Airlock needs PostgreSQL ${OLDEST_VERSION} or later; this server is ${server?.name}.`);
  }
}

/**
 * Roles belong to the whole server, our lock to one database: another database of it may be migrating at this moment.
 * Whoever comes second is told so by PostgreSQL, has changed nothing, and tries again.
 */
function isRaceForRoles(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    (code === "23505" && /pg_auth(id|_members)|pg_db_role_setting/.test(message ?? "")) ||
    /concurrently (updated|deleted)/.test(message ?? "")
  );
}
