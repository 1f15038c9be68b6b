import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { isAlive } from "#lib/environment/process-identity.ts";
import { openTestHome, quickFolder, removeTestHome } from "#scripts/test/test-home.ts";
import { layoutOf, socketUrl } from "./layout.ts";
import { findPostmaster, type Postmaster } from "./postmaster.ts";
import { startEmbeddedPostgres } from "./start.ts";

const homes: string[] = [];
/** Stopped, with a cluster in it. */
let ready = "";

beforeAll(async () => {
  ready = openTestHome(quickFolder());
  await (await startEmbeddedPostgres({ home: ready, throwaway: true })).stop();
});

afterEach(async () => {
  for (const home of homes.splice(0)) await removeTestHome(home);
});

afterAll(() => removeTestHome(ready));

function newHome(): string {
  const home = openTestHome(quickFolder());
  homes.push(home);
  return home;
}

/** For what is not about how a cluster is made: making one costs ten times what copying one does. */
function homeWithCluster(): string {
  const home = newHome();
  const { folder, passwordFile } = layoutOf(ready);
  execFileSync("cp", ["-a", folder, passwordFile, home]);
  return home;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = openConnection(url, { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

async function areSleeping(url: string, many: number): Promise<boolean> {
  const found = "select count(*)::int as sleeping from pg_stat_activity where wait_event = 'PgSleep'";
  const [row] = await query(url, found);
  return row?.sleeping === many;
}

function postmasterOf(home: string): Postmaster {
  const postmaster = findPostmaster(layoutOf(home));
  if (!postmaster) throw new Error("No server runs.");
  return postmaster;
}

/** Another process that starts the server of this home, says so and stays. */
async function startInAnotherProcess(home: string): Promise<{ adopted: boolean; kill: () => Promise<void> }> {
  const script = `
    import { startEmbeddedPostgres } from "#db/embedded/start.ts";
    const server = await startEmbeddedPostgres({ home: ${JSON.stringify(home)}, throwaway: true });
    console.log(JSON.stringify({ adopted: server.adopted }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { ...(JSON.parse(line) as { adopted: boolean }), kill };
}

test("a server started from nothing answers, checks its pages, and listens on no TCP port", async () => {
  const server = await startEmbeddedPostgres({ home: newHome(), throwaway: true });
  const [settings] = await query(
    server.adminUrl,
    `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
            current_setting('password_encryption') as passwords, current_database() as database`,
  );
  expect(settings).toEqual({ tcp: "", checksums: "on", passwords: "scram-sha-256", database: "airlock" });
  await server.stop();
});

test("the socket asks for the password, even of an account that may open it", async () => {
  const server = await startEmbeddedPostgres({ home: homeWithCluster(), throwaway: true });
  await expect(query(socketUrl(server.socketDirectory, "guess"), "select 1")).rejects.toMatchObject({ code: "28P01" });
  await server.stop();
});

test("a server that runs already is adopted, and only the last of its users stops it", async () => {
  const home = homeWithCluster();
  const first = await startEmbeddedPostgres({ home, throwaway: true });
  const second = await startEmbeddedPostgres({ home, throwaway: true });
  expect([first.adopted, second.adopted]).toEqual([false, true]);
  await first.stop();
  expect(await query(second.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
  expect(findPostmaster(layoutOf(home))).toBeUndefined();
});

test("the server outlives a killed starter and is adopted by the next", async () => {
  const home = homeWithCluster();
  const other = await startInAnotherProcess(home);
  const before = postmasterOf(home).identity;
  await other.kill();
  expect(isAlive(before)).toBe(true);
  const server = await startEmbeddedPostgres({ home, throwaway: true });
  expect(server.adopted).toBe(true);
  expect(postmasterOf(home).identity).toEqual(before);
  await server.stop();
  expect(isAlive(before)).toBe(false);
});

test("starters at the same moment share one server", async () => {
  const home = newHome();
  const others = await Promise.all([1, 2, 3].map(() => startInAnotherProcess(home)));
  expect(others.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
  await Promise.all(others.map(({ kill }) => kill()));
});

test("after kill -9 of the server a new one starts on the same data, with every committed row", async () => {
  const home = homeWithCluster();
  const first = await startEmbeddedPostgres({ home });
  await query(first.adminUrl, "create table kept (n int); insert into kept select generate_series(1, 1000)");
  const busy = openConnection(first.adminUrl, { max: 4 });
  const writes = Promise.allSettled([1, 2, 3, 4].map((n) => busy`insert into kept select ${n}::int from pg_sleep(30)`));
  while (!(await areSleeping(first.adminUrl, 4))) await sleep(20);
  process.kill(postmasterOf(home).identity.pid, "SIGKILL");
  const second = await startEmbeddedPostgres({ home });
  expect(second.adopted).toBe(false);
  expect(await query(second.adminUrl, "select count(*)::int as rows from kept")).toEqual([{ rows: 1000 }]);
  await writes;
  await busy.end({ timeout: 1 });
  await first.stop();
  await second.stop();
});

test("a pid file whose number now belongs to a stranger does not keep the server from starting", async () => {
  const home = homeWithCluster();
  const { data } = layoutOf(home);
  const first = await startEmbeddedPostgres({ home, throwaway: true });
  const pidFile = readFileSync(join(data, "postmaster.pid"), "utf8");
  await first.stop();
  writeFileSync(join(data, "postmaster.pid"), pidFile.replace(/^\d+/, String(process.pid)));
  const second = await startEmbeddedPostgres({ home, throwaway: true });
  expect(second.adopted).toBe(false);
  await second.stop();
});

test("a cluster that was being made when its maker was killed is made again", async () => {
  const home = newHome();
  const { data } = layoutOf(home);
  mkdirSync(join(`${data}.unfinished`, "base"), { recursive: true });
  const server = await startEmbeddedPostgres({ home, throwaway: true });
  expect(existsSync(`${data}.unfinished`)).toBe(false);
  await server.stop();
});

test("a home whose path is too long for a socket still gets a server", async () => {
  const home = join(newHome(), "a-rather-long-name".repeat(5));
  const server = await startEmbeddedPostgres({ home, throwaway: true });
  homes.unshift(home);
  expect(server.socketDirectory.startsWith(home)).toBe(false);
  expect(await query(server.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  rmSync(server.socketDirectory, { recursive: true });
});

test("data without its password is refused with what to do, and left alone", async () => {
  const home = homeWithCluster();
  // The control: with it, it starts.
  await (await startEmbeddedPostgres({ home, throwaway: true })).stop();
  rmSync(layoutOf(home).passwordFile);
  await expect(startEmbeddedPostgres({ home, throwaway: true })).rejects.toMatchObject({ code: "bad_configuration" });
  expect(existsSync(join(layoutOf(home).data, "PG_VERSION"))).toBe(true);
});
