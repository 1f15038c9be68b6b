/**
 * Against: an effect that happens twice, or a call that is forgotten, because a dispatcher died in the middle. Dispatchers
 * are processes of their own with real sandboxes, killed with SIGKILL at any moment of what they run; the counter is a
 * folder outside that every effect leaves a file in.
 */
import { chmodSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { workspaceOf } from "#lib/agents/workspace.ts";
import { bundleTool } from "#lib/registry/bundle.ts";
import { defineContract } from "#lib/registry/tool.ts";
import { lastingOrphans } from "#lib/sandbox/escape/leftovers.ts";
import { granted } from "../acts.ts";
import { hasEffect, readCountedCalls } from "../crash/counted-calls.ts";
import { countEach, countOnce } from "../crash/counter/contract.ts";
import { type Choose, chooseAny, feedCalls } from "../crash/feed-calls.ts";
import { judgeCalls } from "../crash/judge-calls.ts";
import { ticketsAtWork } from "../crash/tool-processes.ts";
import { type Killed, WorkerFleet } from "../crash/worker-fleet.ts";
import { onOwnDatabase } from "../own-database.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

/** A busy machine must not look like a lost worker, and a lost one must be found while the trial waits. */
const LEASE_SECONDS = 3;
const FLEET = { size: 3, slots: 2, leaseSeconds: LEASE_SECONDS };
/** One may be starting while the next is killed; with fewer, nobody would live long enough to finish anything. */
const FEWEST_AT_WORK = 2;
const LONGEST_PAUSE_MS = 400;
/** Well after the kill, well before anybody may take the call over. */
const LOOK_AGAIN_MS = 1_000;
/** Longer than a busy machine needs; a call that nobody takes up stays for ever. */
const SETTLE_MS = 120_000;
/**
 * A worker that holds a call which was taken this often is left alone. The fifth loss gives a call to a person, idempotent
 * or not, which is no loss of the product's; two tries below it, because a worker may take another call between the
 * look and the kill.
 */
const SPARED_FROM_TRY = 3;
/** Far longer than it takes until somebody has a call in hand. */
const BUSY_MS = 60_000;

export const lostWorker: SoakPromise = {
  name: "lost-worker",
  says: "However a dispatcher is killed, an idempotent call has its effect once, and any other at most once or a person is asked.",
  means:
    "Dispatchers are processes of their own with real sandboxes, killed with `SIGKILL`, half of them with their process group. " +
    "An idempotent call that ends with a person counts as lost, after however many tries.",
  rounds: { full: 300, short: 4 },
  needsSandbox: true,
  run: (trial) => onOwnDatabase((database) => killWorkers(database, trial)),
};

/** `onceItHadEffect`: for the control, which needs a kill that falls after an effect; otherwise a kill may fall anywhere. */
export async function killWorkers(
  database: TestDatabase,
  { rounds, seed, say, signal }: Trial,
  choose: Choose = chooseAny,
  { onceItHadEffect = false } = {},
): Promise<TrialResult> {
  const { admin } = database;
  const own = openOwnHome("lost-worker");
  const home = own.path;
  chmodSync(home, 0o711);
  const feeding = new AbortController();
  const operator = await makePerson(admin, "operator");
  const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
  for (const tool of [countOnce, countEach]) {
    const { code, sha256 } = granted(await bundleTool(tool.declaredIn));
    await pinTool(admin, granted(defineContract(tool, sha256)), code);
  }
  const workspace = workspaceOf(join(home, "workspaces"), agent.id);
  const [gateway, web] = [database.as("gateway"), database.as("web")];
  const fleet = await WorkerFleet.start({ ...FLEET, url: database.urls.worker, home });
  const faults: string[] = [];
  const note = (what: string) => (error: unknown) => void faults.push(`${what}: ${(error as Error).message}`);
  const feed = feedCalls({ gateway, web, agent, operator, waiting: 3, choose, seed, signal: feeding.signal }).catch(
    note("asking for calls ended"),
  );
  try {
    const killed: Killed[] = [];
    const outlived: string[] = [];
    const looks: Promise<void>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const random = randomOf(seed, 2, round);
      signal.throwIfAborted();
      await fleet.atWork(FEWEST_AT_WORK);
      await sleep(random.integer(0, LONGEST_PAUSE_MS));
      const isRipe = (ticket: string) => !onceItHadEffect || hasEffect(workspace, ticket);
      const victim = random.pick(await waitForBusy(admin, fleet, isRipe, signal));
      const kill = await fleet.kill(victim, random.pick(["alone", "group"]));
      killed.push(kill);
      looks.push(
        findOutliving(admin, kill).then(
          (tickets) => void outlived.push(...tickets),
          note("nobody could look what outlived a kill"),
        ),
      );
      if ((round + 1) % 25 === 0) say(`${round + 1} of ${rounds} dispatchers killed`);
    }
    feeding.abort();
    await feed;
    const stuck = await waitUntilSettled(admin, signal);
    await fleet.stop();
    const { violations, figures } = judgeCalls(await readCountedCalls(admin, workspace, killed));
    await Promise.all(looks);
    return {
      rounds,
      violations: [
        ...faults,
        ...violations,
        ...stuck.map((call) => `${call}: nobody ended it`),
        ...outlived.map((ticket) => `${ticket}: its tool outlived its dispatcher`),
        ...(await lastingOrphans()).map((pid) => `process ${pid}: in a sandbox that nobody holds`),
      ],
      figures: {
        ...figures,
        killedInGroup: killed.filter(({ way }) => way === "group").length,
        outlived: outlived.length,
      },
    };
  } finally {
    feeding.abort();
    await feed;
    await fleet.stop();
    own.remove();
  }
}

/** Those that have such a call in hand at this moment. */
async function waitForBusy(
  admin: Sql,
  fleet: WorkerFleet,
  isRipe: (ticket: string) => boolean,
  signal: AbortSignal,
): Promise<number[]> {
  for (const deadline = Date.now() + BUSY_MS; Date.now() < deadline; await sleep(10)) {
    signal.throwIfAborted();
    const names = fleet.pids.map((pid) => `${hostname()}:${pid}`);
    const rows = await admin<{ name: string; tickets: string[] }[]>`
      select w.name, array_agg(i.request_id) as tickets
      from agents.tool_invocations i join agents.workers w on w.id = i.worker_id
      where i.status = 'running' and i.claimed_at is not null and w.name = any(${names})
      group by w.name having max(i.fence) < ${SPARED_FROM_TRY}`;
    const busy = rows.filter(({ tickets }) => tickets.some(isRipe));
    if (busy.length > 0) return busy.map(({ name }) => Number(name.split(":").at(-1)));
  }
  throw new Error(`No dispatcher had a call in hand for ${BUSY_MS / 1_000} s.`);
}

/** The calls of a killed worker whose tool still runs a good while later. */
async function findOutliving(admin: Sql, { pid }: Killed): Promise<string[]> {
  await sleep(LOOK_AGAIN_MS);
  const held = await admin<{ ticket: string }[]>`
    select i.request_id as ticket from agents.tool_invocations i join agents.workers w on w.id = i.worker_id
    where i.status = 'running' and i.claimed_at is not null and w.name = ${`${hostname()}:${pid}`}`;
  const atWork = ticketsAtWork();
  return held.map(({ ticket }) => ticket).filter((ticket) => atWork.has(ticket));
}

/** Waits until every call has come to an end, and names those that have not. */
async function waitUntilSettled(admin: Sql, signal: AbortSignal): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(100)) {
    signal.throwIfAborted();
    const open = await admin<{ call: string }[]>`
      select id || ' (' || status || ')' as call from agents.tool_invocations where status in ('pending', 'running')`;
    if (open.length === 0 || Date.now() > deadline) return open.map(({ call }) => call);
  }
}
