import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "playwright/test";
import { layoutOf } from "#db/embedded/layout.ts";
import { findPostmaster } from "#db/embedded/postmaster.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { isAlive, type ProcessIdentity } from "#lib/environment/process-identity.ts";
import { openTestHome, removeTestHome } from "#scripts/test/test-home.ts";
import { test } from "./installation.ts";

/** `npm run up` in a home of its own, killed in every way. */
interface Running {
  readonly up: ChildProcess;
  readonly output: () => string;
}

interface RunRecord {
  readonly addresses?: { readonly dashboard: string; readonly gateway: string };
  readonly children: Record<string, ProcessIdentity>;
}

const PARTS = ["dashboard", "gateway", "dispatcher", "housekeeper", "checkpointer"];

// One installation goes through all of it: starting one costs more than everything that is done to it here.
test.describe.configure({ mode: "serial", timeout: 240_000 });
let home = "";
let running: Running;
/** Asked before the first kill, and waiting after the last. */
let held = "";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  home = openTestHome();
  running = await startUp();
  held = await holdCall();
});

test.afterAll(async () => {
  await removeTestHome(home);
});

async function startUp(): Promise<Running> {
  const up = spawn(process.execPath, [join(PROJECT_ROOT, "scripts", "up.mjs")], {
    env: { ...process.env, AIRLOCK_HOME: home, PORT: "3600" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [up.stdout, up.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for (let waited = 0; !said.includes("Up in"); waited += 100) {
    if (up.exitCode !== null || waited > 90_000) throw new Error(`up did not come up:\n${said}`);
    await sleep(100);
  }
  return { up, output: () => said };
}

function readRecord(): RunRecord {
  const file = join(home, "run", "up.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as RunRecord) : { children: {} };
}

function processOf(part: string): ProcessIdentity {
  const identity = part === "postgres" ? findPostmaster(layoutOf(home))?.identity : readRecord().children[part];
  if (!identity) throw new Error(`no ${part} runs`);
  return identity;
}

async function stop({ up }: Running): Promise<void> {
  up.kill("SIGTERM");
  await once(up, "exit");
}

/** What an agent hears from the gateway; nothing when nobody answers. */
async function ask(path: string, body?: Record<string, unknown>): Promise<{ id?: string; status?: string }> {
  const headers = { authorization: `Bearer ${demoKey()}`, "content-type": "application/json" };
  try {
    const response = await fetch(`${readRecord().addresses?.gateway}/api/v1/invocations${path}`, {
      headers,
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as { id?: string; status?: string };
  } catch {
    return {};
  }
}

/** A call that needs nobody, all the way: gateway, database, dispatcher, sandbox, and back. */
async function runFreeCall(): Promise<string | undefined> {
  return (await ask("", { tool: "read_file", input: { path: "notes/week-46.md" }, waitSeconds: 5 })).status;
}

async function holdCall(): Promise<string> {
  const { id, status } = await ask("", { tool: "write_file", input: { path: "held.md", content: "x" } });
  expect(status).toBe("pending");
  return id ?? "";
}

function demoKey(): string {
  const { agents } = JSON.parse(readFileSync(join(home, "demo.json"), "utf8")) as { agents: Record<string, string> };
  return agents.scribe ?? "";
}

test("a second 'up' in the same home says where the first one is, and leaves it alone", async () => {
  const before = PARTS.map(processOf);
  await expect(startUp()).rejects.toThrow("running here already");
  expect(PARTS.map(processOf)).toEqual(before);
  expect(before.every(isAlive)).toBe(true);
});

test("after 'up' itself is killed, the next one ends its orphans, adopts the database and loses nothing", async () => {
  const orphans = PARTS.map(processOf);
  const database = processOf("postgres");
  running.up.kill("SIGKILL");
  await once(running.up, "exit");
  // The control: killing 'up' alone ends none of them.
  expect(orphans.every(isAlive)).toBe(true);
  running = await startUp();
  expect(orphans.filter(isAlive)).toEqual([]);
  expect(processOf("postgres")).toEqual(database);
  expect(await ask(`/${held}`)).toMatchObject({ status: "pending" });
  expect(await runFreeCall()).toBe("completed");
});

test("each part that is killed comes back by itself, and stopping leaves no process behind", async () => {
  const seen: ProcessIdentity[] = [];
  for (const part of [...PARTS, "postgres"]) {
    const before = processOf(part);
    seen.push(before);
    process.kill(before.pid, "SIGKILL");
    await expect
      .poll(
        () => {
          try {
            return processOf(part).pid;
          } catch {
            return before.pid;
          }
        },
        { timeout: 20_000 },
      )
      .not.toBe(before.pid);
    await expect.poll(runFreeCall, { timeout: 30_000 }).toBe("completed");
    seen.push(processOf(part));
  }
  expect(await ask(`/${held}`)).toMatchObject({ status: "pending" });
  await stop(running);
  expect(seen.filter(isAlive)).toEqual([]);
});
