/**
 * Against: a yes that is forgotten, a log with a missing link, or a process that stays deaf, because the database server
 * went down in the middle. The server is the trial's own and durable; everybody who uses it opened their connections once.
 * By turns it is restarted at once (every process of it quits) and its first process is killed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { randomOf } from "#db/testing/random.ts";
import { verifyLog } from "#lib/audit/verify/log-verifier.ts";
import { inSnapshot, readDatabase } from "#lib/audit/verify/read-database.ts";
import { CrashingServer } from "../crash/crashing-server.ts";
import { judgeLedger, type RecordedCall } from "../crash/ledger.ts";
import { type House, openHouse, type Progress } from "../crash/open-house.ts";
import { readGhosts, readRecordedCalls } from "../crash/recorded-calls.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

/** Far longer than anybody needs; without an end a deaf client would hold the trial for ever. */
const PATIENCE_MS = 60_000;
/** A server that forgot may have forgotten what somebody needs to go on, such as that a worker is there: they never will. */
const PATIENCE_WEAKENED_MS = 3_000;
/** The first hint after a crash is the driver's own word that it listens again: only the second one was heard. */
const HINTS = 2;

export const restart: SoakPromise = {
  name: "restart",
  says: "However the database server goes down, nothing acknowledged is lost, the log holds, and everybody goes on by themselves.",
  means:
    "Everybody is one process that opened its connections once: four agents that ask, three people who decide, two workers that " +
    "claim and report, the product's dispatcher with a sandbox that refuses, and a feed that listens. Half of the restarts are " +
    "immediate (`SIGQUIT`: every server process quits and nothing is written down), half kill the first process (`SIGKILL`). " +
    "The app itself, as `npm run up` starts it, is restarted by the browser tests (`e2e/survival.spec.ts`).",
  rounds: { full: 40, short: 2 },
  run: (trial) => restartServer(trial),
};

/** The control takes the server's durability away before anybody is acknowledged anything. */
export async function restartServer(
  { rounds, seed, say, signal }: Trial,
  weaken?: (admin: Sql) => Promise<void>,
): Promise<TrialResult> {
  const home = openOwnHome("restart");
  const server = await CrashingServer.start(home.path);
  try {
    const house = await openHouse(server.adminUrl, home.path, seed);
    try {
      await weaken?.(house.admin);
      const violations: string[] = [];
      const recoveries: { total: number; after: number }[] = [];
      const ways = { immediate: 0, killed: 0 };
      for (let round = 0; round < rounds; round += 1) {
        signal.throwIfAborted();
        const random = randomOf(seed, 5, round);
        await sleep(random.integer(300, 1_500));
        const crashedAt = Date.now();
        const way = round % 2 === 0 ? "immediate" : "killed";
        ways[way] += 1;
        server.crash(way);
        await sleep(random.integer(0, 500));
        const before = house.progress();
        await server.start();
        const upAt = Date.now();
        const { last, missing } = await waitForProgress(
          house,
          before,
          weaken ? PATIENCE_WEAKENED_MS : PATIENCE_MS,
          signal,
        );
        for (const kind of missing) violations.push(`restart ${round}, ${way}: no ${kind} afterwards`);
        recoveries.push({ total: Date.now() - crashedAt, after: Date.now() - upAt });
        say(`${round + 1} of ${rounds}, ${way}: all at work ${Date.now() - upAt} ms after the server, ${last} last`);
      }
      await house.rest();
      const judged = await judge(house);
      return {
        rounds,
        violations: [...violations, ...judged.violations],
        figures: {
          ...ways,
          ...judged.figures,
          recoveryMsMedian: middle(recoveries.map(({ total }) => total)),
          recoveryMsMost: Math.max(...recoveries.map(({ total }) => total)),
          afterServerMsMedian: middle(recoveries.map(({ after }) => after)),
          afterServerMsMost: Math.max(...recoveries.map(({ after }) => after)),
        },
      };
    } finally {
      await house.close();
    }
  } finally {
    await server.stop();
    home.remove();
  }
}

/** Waits until every kind of work has gone on since: which was the last to do so, and which never did. */
async function waitForProgress(
  house: House,
  before: Progress,
  patienceMs: number,
  signal: AbortSignal,
): Promise<{ last: string; missing: string[] }> {
  const kinds = Object.keys(before) as (keyof Progress)[];
  let last = "";
  for (const deadline = Date.now() + patienceMs; ; await sleep(5)) {
    signal.throwIfAborted();
    const now = house.progress();
    const missing = kinds.filter((kind) => now[kind] < before[kind] + (kind === "hints" ? HINTS : 1));
    if (missing.length === 0 || Date.now() > deadline) return { last, missing };
    last = missing.join(" and ");
  }
}

async function judge({
  admin,
  auditor,
  ledger,
  surprises,
}: House): Promise<Pick<TrialResult, "violations" | "figures">> {
  const calls = await readRecordedCalls(admin);
  const log = await inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, []), undefined));
  return {
    violations: [
      ...judgeLedger(ledger, calls),
      ...(await readGhosts(admin)).map((subject) => `${subject}: the log knows it and the tables do not`),
      ...log.broken.map(({ sentence }) => sentence),
      ...[...surprises].map(([sentence, times]) => `${times} times a client was told what none expects: ${sentence}`),
    ],
    figures: {
      acknowledged: ledger.acknowledged,
      asks: ledger.asked.size,
      decisions: ledger.decided.size,
      claims: ledger.claimed.size,
      completions: ledger.completed.size,
      interrupted: ledger.interrupted,
      committedUnacknowledged: ledger.replayed + countUnacknowledged(ledger, calls),
      unknown: calls.filter(({ status }) => status === "unknown").length,
      logEntries: log.entries,
    },
  };
}

/** Decisions and completions that are on record though nobody was told so. */
function countUnacknowledged({ decided, completed }: House["ledger"], calls: readonly RecordedCall[]): number {
  const of = (holds: (call: RecordedCall) => boolean) => calls.filter(holds).length;
  return (
    of(({ id, actions }) => !decided.has(id) && /invocation\.(approved|rejected)/.test(actions.join())) +
    of(({ id, status }) => status === "completed" && !completed.has(id))
  );
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
