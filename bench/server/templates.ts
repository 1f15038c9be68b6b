import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { markInstallation } from "#db/installation.ts";
import { roleOf } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { readMigrations, readSqlSources } from "#db/migration/sources.ts";
import { openConnection } from "#db/open-connection.ts";
import type { Circumstances } from "../bench.ts";
import { HISTORY_FORM } from "../history/old-call.ts";
import { seedHistory } from "../history/seed-history.ts";
import { makeScene } from "../scene/make-scene.ts";
import { type BenchServer, MOST_CLIENTS } from "./open-server.ts";

export interface Templates {
  /** Migrated, with agents and tools, and nothing asked yet. */
  readonly empty: string;
  /** The same, with a long history. */
  full(): Promise<string>;
}

const PREFIX = "bench_template_";

/**
 * The databases that runs are cloned from, kept under a name that changes with the schema, the functions and the form of
 * the history; those of other schemas are dropped, because each takes gigabytes.
 */
export async function keepTemplates(
  server: BenchServer,
  calls: number,
  { say, signal }: Pick<Circumstances, "say" | "signal">,
): Promise<Templates> {
  const key = schemaKey(calls);
  const names = { empty: `${PREFIX}${key}_empty`, full: `${PREFIX}${key}_full` };
  await dropOthers(server.sql, Object.values(names));
  if (!(await isThere(server.sql, names.empty))) {
    say("making an empty installation");
    await make(server, names.empty, undefined, async (admin, url) => {
      await migrate(url, server.passwords);
      await markInstallation(admin, "bench");
      await makeScene(admin);
    });
  }
  await allowClients(server.sql);
  return {
    empty: names.empty,
    async full() {
      if (!(await isThere(server.sql, names.full))) {
        say(`loading ${calls.toLocaleString("en")} old calls, once for this schema; it takes minutes`);
        await make(server, names.full, names.empty, (admin) =>
          seedHistory(admin, { calls, now: Date.now(), say, signal }),
        );
      }
      return names.full;
    },
  };
}

function schemaKey(calls: number): string {
  const hash = createHash("sha256").update(readSqlSources().hash);
  for (const migration of readMigrations()) hash.update(migration.hash);
  return hash.update(`${HISTORY_FORM} ${calls}`).digest("hex").slice(0, 12);
}

async function isThere(sql: Sql, name: string): Promise<boolean> {
  return (await sql`select from pg_database where datname = ${name} and datistemplate`).length > 0;
}

/** A template is named last: one that was cut short is made anew. */
async function make(
  server: BenchServer,
  name: string,
  from: string | undefined,
  fill: (admin: Sql, url: string) => Promise<void>,
): Promise<void> {
  const { sql } = server;
  await sql.unsafe(`drop database if exists ${name} with (force)`);
  await sql.unsafe(`create database ${name} template ${from ?? "template1"} strategy file_copy`);
  const url = server.urlOf(name);
  const admin = openConnection(url, { max: 1 });
  try {
    await fill(admin, url);
    await admin`vacuum (freeze, analyze)`;
  } finally {
    await admin.end({ timeout: 5 });
  }
  await sql.unsafe(`alter database ${name} is_template true`);
}

async function dropOthers(sql: Sql, keep: readonly string[]): Promise<void> {
  const others = await sql<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${PREFIX}) and datname <> all(${sql.array([...keep])})`;
  for (const { datname } of others) {
    await sql.unsafe(`alter database ${datname} is_template false`);
    await sql.unsafe(`drop database ${datname} with (force)`);
  }
}

/** In use no login may take more than its share of the connections; here one has to take as many as it is measured with. */
async function allowClients(sql: Sql): Promise<void> {
  for (const login of ["gateway", "worker"] as const) {
    await sql.unsafe(`alter role ${roleOf(login)} connection limit ${MOST_CLIENTS + 8}`);
  }
}
