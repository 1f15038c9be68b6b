import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded/start.ts";
import { LOGIN_NAMES, loginUrls, randomPasswords, roleOf } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { openTestHome, quickFolder, removeTestHome } from "#scripts/test/test-home.ts";
import { DOORS_OF_EVERYBODY, inspectDoors } from "./inspect-doors.ts";
import { readSqlSources } from "./migration/sources.ts";

/** A server of one's own: what is told of here belongs to a whole server, and other tests have logins of theirs on the common one. */
let home: string;
let server: EmbeddedPostgres;
const passwords = randomPasswords();

beforeAll(async () => {
  home = openTestHome(quickFolder());
  server = await startEmbeddedPostgres({ home, throwaway: true });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await removeTestHome(home);
});

const inDatabase = (url: string, name: string) => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

async function run(url: string, ...statements: string[]): Promise<string> {
  const sql = openConnection(url, { max: 1 });
  try {
    for (const statement of statements) await sql.unsafe(statement);
    return "ok";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code} ${message}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function look(url: string): Promise<string[]> {
  const sql = openConnection(url, { max: 1 });
  try {
    return await inspectDoors(sql);
  } finally {
    await sql.end();
  }
}

test("what is looked for is what the file takes away", () => {
  expect(readSqlSources().server).toContain(`'${DOORS_OF_EVERYBODY}'`);
});

describe("where the migration's login is not a superuser", () => {
  const password = "migrator-of-a-test";
  let url: string;
  beforeAll(async () => {
    expect(
      await run(
        server.adminUrl,
        `create role migrator login createrole password '${password}'`,
        "create database own owner migrator",
      ),
    ).toBe("ok");
    const own = new URL(inDatabase(server.adminUrl, "own"));
    own.username = "migrator";
    own.password = password;
    url = own.href;
  });

  test("what is open is said, until a superuser runs the file; and migrations go on after it", async () => {
    expect(await look(url)).toEqual(["It was not migrated yet: its logins are missing."]);
    await migrate(url, passwords);
    const open = await look(url);
    expect(open).toHaveLength(4);
    expect(open[0]).toContain("pg_advisory_lock");
    expect(open[1]).toBe("Its logins may run blocks of PL/pgSQL.");
    expect(open[2]).toBe("Its logins may enter other databases: airlock, postgres, template1.");
    expect(open[3]).toContain("airlock_gateway");

    expect(await run(inDatabase(server.adminUrl, "own"), readSqlSources().server)).toBe("ok");
    // Another login would lose its way into those: that is for who runs the server to decide.
    const left = ["Its logins may enter other databases: airlock, postgres, template1."];
    expect(await look(url)).toEqual(left);
    expect(
      await run(url, "update airlock.sql_state set hash = 'older'", "drop schema graphile_worker cascade"),
      "arranged: everything is laid out anew",
    ).toBe("ok");
    expect(await migrate(url, passwords)).toMatchObject({ functions: true });
    expect(await look(url)).toEqual(left);
  }, 60_000);
});

describe("where a superuser migrates", () => {
  const urls = () => loginUrls(server.adminUrl, passwords);
  const FILL = "select lo_from_bytea(0, 'x')";

  beforeAll(async () => {
    // As the embedded server is: nobody but its owner and the six.
    for (const statement of [
      "drop database own",
      ...LOGIN_NAMES.map((login) => `drop role ${roleOf(login)}`),
      "drop role airlock_owner, airlock_audit_owner, airlock_service",
      "drop role migrator",
    ]) {
      expect(await run(server.adminUrl, statement)).toBe("ok");
    }
    await migrate(server.adminUrl, passwords);
  }, 60_000);

  test("nothing is open", async () => {
    expect(await look(server.adminUrl)).toEqual([]);
  });

  test.each(["postgres", "template1"])("no login enters %s, where nothing was taken from anybody", async (name) => {
    for (const url of Object.values(urls())) {
      expect(await run(inDatabase(url, name), "select 1")).toBe(`42501 permission denied for database "${name}"`);
    }
    await run(server.adminUrl, `grant connect on database ${name} to airlock_gateway`);
    expect(await run(inDatabase(urls().gateway, name), FILL), "control: in there it fills the disk").toBe("ok");
    expect(await look(server.adminUrl)).toEqual([`Its logins may enter other databases: ${name}.`]);
    await run(server.adminUrl, `revoke connect on database ${name} from airlock_gateway`);
    expect(await run(urls().gateway, FILL)).toBe("42501 permission denied for function lo_from_bytea");
  });

  test("no cursor keeps more on the disk than its login may have there", async () => {
    const keep = [
      "set statement_timeout = 0",
      "set work_mem = '64kB'",
      "begin",
      "declare kept cursor with hold for select repeat('x', 1000) from generate_series(1, 400000)",
      "commit",
    ];
    expect(await run(urls().gateway, ...keep)).toBe('53400 temporary file size exceeds "temp_file_limit" (262144kB)');
    expect(await run(urls().gateway, "set temp_file_limit = -1")).toBe(
      '42501 permission denied to set parameter "temp_file_limit"',
    );
    expect(await run(server.adminUrl, ...keep), "control: without it").toBe("ok");
  }, 60_000);
});
