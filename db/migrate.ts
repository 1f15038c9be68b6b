import { openConnection } from "#db/open-connection.ts";
import { LOGIN_NAMES, type LoginPasswords, roleOf } from "./logins.ts";
import { applyFunctions } from "./migration/apply-functions.ts";
import { applyTables } from "./migration/apply-tables.ts";

/** "airlock" as a number: the lock that keeps two migrations apart. */
const MIGRATION_LOCK = 0x6169726c;

export interface MigrationReport {
  readonly tables: readonly string[];
  readonly functions: boolean;
}

/**
 * Brings a database to what this tree says, in one transaction under one lock: it is all there afterwards, or nothing
 * changed. `passwords` are set on the run-time logins; leave them out when the logins are managed elsewhere.
 */
export async function migrate(adminUrl: string, passwords?: LoginPasswords): Promise<MigrationReport> {
  const connection = openConnection(adminUrl, { max: 1, onnotice: () => {}, prepare: false });
  try {
    return await connection.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const tables = await applyTables(sql);
      const functions = await applyFunctions(sql, tables.length > 0);
      if (passwords) {
        for (const login of LOGIN_NAMES) {
          // A password of ours is base64url: nothing in it could end the literal.
          await sql.unsafe(`alter role ${roleOf(login)} password '${passwords[login]}'`);
        }
      }
      return { tables, functions };
    });
  } finally {
    await connection.end();
  }
}
