/**
 * Against: a tool that runs on while nobody can say any more whose it is, and a call that is forgotten or run twice, because the
 * database server went down while its sandbox was at work. Dispatchers are processes of their own with real sandboxes; every
 * other time the server stays away for longer than a lease.
 */
import { randomBytes } from "node:crypto";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { loginUrls, randomPasswords } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import { workspaceOf } from "#lib/agents/workspace.ts";
import { bundleTool } from "#lib/registry/bundle.ts";
import { defineContract } from "#lib/registry/tool.ts";
import { lastingOrphans } from "#lib/sandbox/escape/leftovers.ts";
import { granted } from "../acts.ts";
import { readCountedCalls } from "../crash/counted-calls.ts";
import { countEach, countOnce } from "../crash/counter/contract.ts";
import { CrashingServer } from "../crash/crashing-server.ts";
import { releaseCall } from "../crash/feed-calls.ts";
import { judgeCalls } from "../crash/judge-calls.ts";
import { ticketsAtWork } from "../crash/tool-processes.ts";
import { WorkerFleet } from "../crash/worker-fleet.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const LEASE_SECONDS = 3;
const CALLS_A_ROUND = 4;
/** Until a lease that nobody can renew is over, and whoever held it has ended the call. */
const AWAY_MS = (LEASE_SECONDS + 2) * 1_000;
/** Longer than the server is away, and well within the tool's clock. */
const LONG_MS = AWAY_MS + 2_500;
const PATIENCE_MS = 120_000;

export const lostDatabase: SoakPromise = {
  name: "lost-database",
  says: "However the database server goes down in the middle of calls, none is forgotten or repeated, and no tool outlives its lease.",
  means:
    "Two dispatchers with real sandboxes. The server is killed or quits while tools are at work; every other time it stays away for " +
    "longer than a lease, and by then no tool may run.",
  rounds: { full: 24, short: 1 },
  needsSandbox: true,
  run: (trial) => loseDatabase(trial),
};

/** The control gives leases that outlast the server's absence: tools run on, and that is found. */
export async function loseDatabase(
  { rounds, seed, say, signal }: Trial,
  leaseSeconds = LEASE_SECONDS,
): Promise<TrialResult> {
  const own = openOwnHome("lost-database");
  const home = own.path;
  // Other trials may have tools at work on this machine.
  const name = `away-${randomBytes(4).toString("hex")}`;
  const atWork = () => [...ticketsAtWork()].filter((ticket) => ticket.startsWith(name));
  chmodSync(home, 0o711);
  const server = await CrashingServer.start(home);
  const connections: Sql[] = [];
  const connect = (url: string): Sql => {
    const sql = openConnection(url, { max: 3 });
    connections.push(sql);
    return sql;
  };
  try {
    const passwords = randomPasswords();
    await migrate(server.adminUrl, passwords);
    const urls = loginUrls(server.adminUrl, passwords);
    const admin = connect(server.adminUrl);
    const operator = await makePerson(admin, "operator");
    const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
    for (const tool of [countOnce, countEach]) {
      const { code, sha256 } = granted(await bundleTool(tool.declaredIn));
      await pinTool(admin, granted(defineContract(tool, sha256)), code);
    }
    const parties = { gateway: connect(urls.gateway), web: connect(urls.web), agent, operator };
    const workspace = workspaceOf(join(home, "workspaces"), agent.id);
    const fleet = await WorkerFleet.start({ url: urls.worker, home, size: 2, slots: CALLS_A_ROUND, leaseSeconds });
    const violations: string[] = [];
    let underWay = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        signal.throwIfAborted();
        const random = randomOf(seed, 9, round);
        const isLong = round % 2 === 0;
        const afterMs = isLong ? LONG_MS : random.integer(200, 1_500);
        for (let place = 0; place < CALLS_A_ROUND; place += 1) {
          const chosen = { keyed: place % 2 === 0, beforeMs: random.integer(0, 300), afterMs };
          await releaseCall(parties, `${name}-${round}-${place}`, chosen, random.chance(0.5));
        }
        underWay += await waitForWork(atWork, signal);
        server.crash(random.pick(["immediate", "killed"]));
        await sleep(isLong ? AWAY_MS : random.integer(0, 1_000));
        if (isLong) for (const ticket of atWork()) violations.push(`round ${round}: ${ticket} runs without a lease`);
        await server.start();
        for (const call of await waitUntilSettled(admin, signal)) violations.push(`${call}: nobody ended it`);
        say(`${round + 1} of ${rounds}, away for ${isLong ? "longer" : "less"} than a lease`);
      }
    } finally {
      await fleet.stop();
    }
    for (const ticket of atWork()) violations.push(`${ticket}: its tool outlived its dispatcher`);
    for (const pid of await lastingOrphans()) violations.push(`process ${pid}: in a sandbox that nobody holds`);
    const judged = judgeCalls(await readCountedCalls(admin, workspace, []));
    return { rounds, violations: [...violations, ...judged.violations], figures: { underWay, ...judged.figures } };
  } finally {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })));
    await server.stop();
    own.remove();
  }
}

/** Waits until tools are at work, and says how many. */
async function waitForWork(atWork: () => string[], signal: AbortSignal): Promise<number> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
    signal.throwIfAborted();
    const { length } = atWork();
    if (length > 0) return length;
  }
  throw new Error("No call was taken up.");
}

/** The server may be up and not yet answering. */
async function waitUntilSettled(admin: Sql, signal: AbortSignal): Promise<string[]> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    signal.throwIfAborted();
    const open = await admin<{ call: string }[]>`
      select id || ' (' || status || ')' as call from agents.tool_invocations where status in ('pending', 'running')`
      .then((rows) => rows.map(({ call }) => call))
      .catch((error: Error) => [error.message]);
    if (open.length === 0 || Date.now() > deadline) return open;
  }
}
