import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Sql } from "postgres";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { keepPasswords, type LoginPasswords, type LoginUrls, loginUrls } from "#db/logins.ts";
import { openConnection } from "#db/open-connection.ts";
import { prepareHome } from "#lib/environment/home.ts";

/** The most clients that one login is driven with. */
export const MOST_CLIENTS = 32;

/** "benc" as a number: two benches at once would measure each other. */
const BENCH_LOCK = 0x62656e63;

const quiet = { onnotice: () => {} };

/** A database of this run alone. */
export interface BenchDatabase {
  readonly adminUrl: string;
  readonly urls: LoginUrls;
  readonly admin: Sql;
}

/**
 * The server of the benches: embedded, durable as in use (never the tests' throwaway form), in a home of its own. The home
 * stays, because loading a million calls takes minutes; the databases of a run do not.
 */
export interface BenchServer {
  /** Superuser, database `postgres`. */
  readonly sql: Sql;
  readonly passwords: LoginPasswords;
  urlOf(database: string): string;
  /** A clone of a template, or an empty database; gone when the server is closed. */
  create(purpose: string, template?: string): Promise<BenchDatabase>;
  close(): Promise<void>;
}

export class BenchBusy extends Error {
  constructor() {
    super("Another bench is running. Two at once would only measure each other.");
  }
}

export async function openBenchServer(airlockHome: string): Promise<BenchServer> {
  prepareHome(airlockHome);
  const home = join(airlockHome, "bench");
  const server = await startEmbeddedPostgres({ home });
  const sql = openConnection(withDatabase(server.adminUrl, "postgres"), { max: 1, ...quiet });
  const close = async () => {
    await sql.end({ timeout: 5 });
    await server.stop();
  };
  try {
    await takeTurn(sql);
    await refuseFastAndLoose(sql);
  } catch (error) {
    await close();
    throw error;
  }
  return describeServer(sql, server.adminUrl, keepPasswords(home), close);
}

function describeServer(sql: Sql, url: string, passwords: LoginPasswords, stop: () => Promise<void>): BenchServer {
  const made: { name: string; admin: Sql }[] = [];
  return {
    sql,
    passwords,
    urlOf: (database) => withDatabase(url, database),
    async create(purpose, template = "template1") {
      const name = `${RUN_PREFIX}${purpose}_${randomBytes(4).toString("hex")}`;
      // Copied as files: the other way would write the whole history into the write-ahead log again.
      await sql.unsafe(`create database ${name} template ${template} strategy file_copy`);
      // A database's own grants are not cloned with it.
      await sql.unsafe(`revoke create, temporary on database ${name} from public`);
      const adminUrl = withDatabase(url, name);
      const admin = openConnection(adminUrl, { max: 2, ...quiet });
      made.push({ name, admin });
      return { adminUrl, urls: loginUrls(adminUrl, passwords), admin };
    },
    async close() {
      for (const { name, admin } of made) {
        await admin.end({ timeout: 5 });
        await sql.unsafe(`drop database if exists ${name} with (force)`);
      }
      await stop();
    },
  };
}

const RUN_PREFIX = "bench_run_";

async function takeTurn(sql: Sql): Promise<void> {
  const [turn] = await sql<{ free: boolean }[]>`select pg_try_advisory_lock(${BENCH_LOCK}) as free`;
  if (!turn?.free) throw new BenchBusy();
  const left = await sql<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${RUN_PREFIX})`;
  for (const { datname } of left) await sql.unsafe(`drop database ${datname} with (force)`);
}

/** Figures from a server that may lose a write are worth nothing. */
async function refuseFastAndLoose(sql: Sql): Promise<void> {
  const loose = await sql<{ name: string }[]>`
    select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'`;
  if (loose.length > 0)
    throw new Error(`The bench's server is not durable: ${loose.map(({ name }) => name).join(", ")}.`);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
