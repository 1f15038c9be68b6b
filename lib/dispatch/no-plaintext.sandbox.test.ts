import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** What is removed by cleaning: it stands inside a terminal command. The tool puts it together, so that its code does not hold it. */
const CANARY = "CANARY-that-only-raw-output-holds";
const CODE = `export default { execute: async () => ({ text: "seen \\u001b]52;c;" + ["CANARY-that", "only-raw-output", "holds"].join("-") + "\\u0007" }) };`;
const WORKER = fileURLToPath(new URL("../../soak/crash/worker-process.ts", import.meta.url));

let database: TestDatabase;
let gateway: Sql;
let home: string;
let agent: TestAgent;
let tool: TestTool;
const started: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 2);
  home = mkdtempSync(join(tmpdir(), "airlock-plain-"));
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  mkdirSync(join(home, "workspaces", agent.id), { recursive: true });
  const sha256 = createHash("sha256").update(CODE).digest("hex");
  tool = await pinTool(database.admin, contractOf({ idempotent: true, runtime: { kind: "bundle", sha256 } }), CODE);
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

async function startDispatcher(): Promise<ChildProcess> {
  const child = fork(WORKER, [home, "1", "2"], {
    env: { ...process.env, AIRLOCK_DB_WORKER_URL: database.urls.worker },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  started.push(child);
  await once(child, "message");
  return child;
}

async function ask(): Promise<string> {
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return row?.id ?? "";
}

const endOf = async (id: string) =>
  (await gateway`select agents.fn_invocation_status(${agent.key}, ${id}) as view`)[0]?.view;

/** Every file of the dispatcher's home, of this database, and of the server's log of transactions. */
async function filesWith(text: string): Promise<string[]> {
  await database.admin`checkpoint`;
  const [server] = await database.admin<{ folder: string; database: string }[]>`
    select current_setting('data_directory') as folder, oid::text as database from pg_database where datname = current_database()`;
  const { folder: data = "", database: own = "" } = server ?? {};
  const needles = [Buffer.from(text), Buffer.from(Buffer.from(text).toString("hex"))];
  return [home, join(data, "base", own), join(data, "pg_wal")].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return entry.isFile() && needles.some((needle) => contentOf(file).includes(needle)) ? [file] : [];
    }),
  );
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Taken away between listing and reading, as a server does with its own.
    return Buffer.alloc(0);
  }
}

test("a dispatcher that is killed between cleaning and recording leaves nothing of the raw output on any disk", async () => {
  const dispatcher = await startDispatcher();
  // Whoever records an output waits here: it has been cleaned and sealed by then, and is not on record.
  const blocker = openConnection(database.adminUrl, { max: 1 });
  await blocker`begin`;
  await blocker`lock table agents.invocation_outputs in access exclusive mode`;
  const id = await ask();
  await vi.waitFor(
    async () => {
      const [waiting] = await database.admin<{ count: number }[]>`
        select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.usename = 'airlock_worker' and l.relation = 'agents.invocation_outputs'::regclass`;
      expect(waiting?.count).toBe(1);
    },
    { timeout: 30_000, interval: 5 },
  );
  dispatcher.kill("SIGKILL");
  await once(dispatcher, "exit");
  expect(await filesWith(CANARY)).toEqual([]);
  await blocker`rollback`;
  await blocker.end();

  // The next one runs it again and records it: still nothing in the clear, and the call is none the worse.
  await startDispatcher();
  await vi.waitFor(
    async () => expect(await endOf(id)).toMatchObject({ status: "completed", output: { text: "seen " } }),
    {
      timeout: 30_000,
      interval: 100,
    },
  );
  expect(await filesWith(CANARY)).toEqual([]);

  writeFileSync(join(home, "slip"), `raw: ${CANARY}`);
  await database.admin`update agents.agents set description = ${CANARY} where id = ${agent.id}`;
  const found = await filesWith(CANARY);
  expect(found, "control: a slip in the home is found").toContain(join(home, "slip"));
  expect(found.length, "control: and what the database holds in the clear").toBeGreaterThan(1);
}, 120_000);
