import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { CheckpointFolder } from "#lib/audit/checkpoint/checkpoint-folder.ts";
import { startCheckpointer } from "#lib/audit/checkpoint/checkpointer.ts";
import { makeSigner } from "#lib/audit/checkpoint/signing-key.ts";
import { readLaneHeads } from "#lib/audit/verify/read-database.ts";
import { passEnvironment } from "../processes/pass-environment.ts";

const home = mkdtempSync(join(tmpdir(), "airlock-checkpointer-process-"));
const folder = new CheckpointFolder(join(home, "checkpoints"));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});

const patience = { timeout: 25_000, interval: 50 };

async function append(): Promise<void> {
  await database.admin`select audit.append('system', 'test', 'test:1', '{}')`;
}

function launch(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: passEnvironment({ AIRLOCK_HOME: home, AIRLOCK_DB_CHECKPOINTER_URL: database.urls.checkpointer }),
  });
}

test("the process signs with its login alone, hands over when it was killed, and ends on SIGTERM", async () => {
  await append();
  const killed = launch();
  await vi.waitFor(() => expect(folder.newest().count).toBe(1), patience);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(existsSync(join(home, "run", "checkpointer.lock"))).toBe(true);

  await append();
  const next = launch();
  await vi.waitFor(() => expect(folder.newest().count).toBe(2), patience);
  next.kill("SIGTERM");
  expect(await once(next, "exit")).toEqual([0, null]);
  expect(existsSync(join(home, "run", "checkpointer.lock"))).toBe(false);
}, 60_000);

test("a database that throws everybody out is asked again, and what was written meanwhile is signed", async () => {
  const own = mkdtempSync(join(tmpdir(), "airlock-checkpointer-restart-"));
  const checkpoints = new CheckpointFolder(join(own, "checkpoints"));
  const sql = database.as("checkpointer", 1);
  const checkpointer = await startCheckpointer({
    readHeads: () => readLaneHeads(sql),
    folder: checkpoints,
    signer: makeSigner(),
    lockFile: join(own, "lock"),
    everyMs: 20,
    log: () => {},
  });
  try {
    for (let round = 1; round <= 5; round++) {
      await append();
      await vi.waitFor(() => expect(checkpoints.newest().count).toBe(round), patience);
      const [ended] = await database.admin`
        select count(pg_terminate_backend(pid))::int as backends from pg_stat_activity
        where usename = 'airlock_checkpointer' and datname = current_database()`;
      expect(ended?.backends).toBeGreaterThan(0);
    }
  } finally {
    await checkpointer.stop();
    rmSync(own, { recursive: true });
  }
});
