import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { keepOutputKey, outputKeyFile } from "#lib/outputs/output-keys.ts";
import { LIBUV_THREADS } from "#lib/sandbox/egress/limits.ts";
import { SPAWNER_MARK } from "#lib/sandbox/spawner/spawner-program.ts";
import { passEnvironment } from "../processes/pass-environment.ts";
import { supervise } from "../processes/supervise.ts";

const home = mkdtempSync(join(tmpdir(), "airlock-worker-process-"));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  mkdirSync(join(home, "keys"), { mode: 0o700 });
  keepOutputKey(outputKeyFile(home));
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});

function spawnerOf(parent: number): number | undefined {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).find((pid) => {
    try {
      const isSpawner = readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(SPAWNER_MARK);
      return isSpawner && readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${parent}\n`);
    } catch {
      return false;
    }
  });
}

/** Threads in which names are looked up and files read. */
function libuvThreadsOf(pid: number): number {
  const names = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/comm`, "utf8"));
  return names.filter((name) => name.startsWith("libuv-worker")).length;
}

test("a dispatcher whose spawner was killed ends with a failure, and whoever keeps it running has one that is ready again", async () => {
  const pids: number[] = [];
  const ends: string[] = [];
  const child = supervise(
    {
      name: "dispatcher",
      command: process.execPath,
      args: [join(import.meta.dirname, "main.ts")],
      cwd: home,
      env: passEnvironment({ AIRLOCK_HOME: home, AIRLOCK_DB_WORKER_URL: database.urls.worker }),
      log: join(home, "worker.log"),
    },
    {
      onChange: (_, identity) => void (identity && pids.push(identity.pid)),
      onDeath: (_, how) => void ends.push(how),
    },
  );
  const patience = { timeout: 40_000, interval: 50 };
  try {
    await vi.waitFor(() => expect(child.isReady).toBe(true), patience);
    // More than a call or a few can hold by names that nobody answers.
    expect(libuvThreadsOf(pids[0] ?? 0)).toBe(LIBUV_THREADS);
    process.kill(spawnerOf(pids[0] ?? 0) ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(ends).toEqual(["exit 1"]), patience);
    await vi.waitFor(() => expect(child.isReady).toBe(true), patience);
    expect(spawnerOf(pids[1] ?? 0)).toBeDefined();
    const workers = await database.admin`select stopped_at is null as at_work from agents.workers order by started_at`;
    expect(workers).toMatchObject([{ at_work: false }, { at_work: true }]);
  } finally {
    await child.stop();
  }
}, 120_000);
