import { setTimeout as sleep } from "node:timers/promises";
import { Logger, runMigrations } from "graphile-worker";
import type { Sql } from "postgres";
import { withSessionSettings } from "#db/open-connection.ts";

const APPLICATION = "airlock-queue-migration";

/**
 * Lets graphile-worker lay out its own schema, logged in as the housekeeper that owns it. Against: an installer that reads
 * what a stolen housekeeper planted there, such as a view named like one of its tables, with an administrator behind it.
 * A session of the administrator that only says `set role` is one: whatever runs in it can say `set role none`.
 *
 * The installer says "create schema if not exists", for which PostgreSQL asks the right to create schemas even when it does
 * exist, and writes functions in PL/pgSQL; so the role has these two rights for this moment and at no other.
 */
export async function applyQueue(admin: Sql, housekeeperUrl: string): Promise<void> {
  const url = new URL(withSessionSettings(housekeeperUrl));
  url.searchParams.set("application_name", APPLICATION);
  const [row] = await admin<{ database: string; mayGrantLanguage: boolean }[]>`
    select quote_ident(current_database()) as database,
      has_language_privilege('plpgsql', 'usage with grant option') as "mayGrantLanguage"`;
  const rights = [
    `create on database ${row?.database}`,
    ...(row?.mayGrantLanguage ? ["usage on language plpgsql"] : []),
  ];
  for (const right of rights) await admin.unsafe(`grant ${right} to airlock_housekeeper`);
  try {
    await runMigrations({ connectionString: url.href, logger: new Logger(() => () => {}) });
  } finally {
    for (const right of rights) await admin.unsafe(`revoke ${right} from airlock_housekeeper`);
  }
  await connectionsAreGone(admin);
}

/** Whether a first migration left it out, for want of a login. Asks for the name alone: what is behind it is not ours. */
export async function isQueueMissing(admin: Sql): Promise<boolean> {
  const [row] = await admin<
    { missing: boolean }[]
  >`select to_regclass('graphile_worker.migrations') is null as missing`;
  return row?.missing ?? true;
}

/** Its pool closes behind its answer; a database that is to be cloned or dropped next must have nobody left in it. */
async function connectionsAreGone(admin: Sql): Promise<void> {
  for (let triesLeft = 100; triesLeft > 0; triesLeft -= 1) {
    const left = await admin`
      select from pg_stat_activity where datname = current_database() and application_name = ${APPLICATION}`;
    if (left.length === 0) return;
    await sleep(10);
  }
}
