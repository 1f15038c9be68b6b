/**
 * Against: an agent that waits for a person and hears nothing, or hears it twice, because the gateway or the database went away meanwhile.
 * Clients are the SDK's, over HTTP; the gateway is killed without a word and started again, and so is the server of the database.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { loginUrls, randomPasswords } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { Airlock } from "#lib/sdk/index.ts";
import { CrashingServer } from "../crash/crashing-server.ts";
import { approveWaiting, runReleased } from "../doors/people-and-workers.ts";
import { RoutesProcess } from "../doors/routes-process.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const CALLS = { full: 200, short: 24 };
const STREAMS = { full: 50, short: 6 };
const PATIENCE_MS = 180_000;

export const waiting: SoakPromise = {
  name: "waiting",
  says: "Whoever waits for a call or follows events while the gateway and the database go away gets every result exactly once.",
  means:
    "A round: 200 calls wait for a person and 50 event streams are open; the gateway's process is killed, then the database's server, then both " +
    "come back, and only then people decide. The routes run in a process of their own; under Next they are restarted by the browser tests.",
  rounds: { full: 6, short: 1 },
  run: (trial) => waitThrough(trial),
};

/** The control takes away what a stream comes back with, and lets it come back only after some calls have ended. */
export async function waitThrough({ rounds, say, signal }: Trial, forget = false): Promise<TrialResult> {
  const size = rounds < waiting.rounds.full ? "short" : "full";
  const home = openOwnHome("waiting");
  const server = await CrashingServer.start(home.path);
  const ending = new AbortController();
  const violations: string[] = [];
  let results = 0;
  let heard = 0;
  try {
    const passwords = randomPasswords();
    await migrate(server.adminUrl, passwords);
    const urls = loginUrls(server.adminUrl, passwords);
    const admin = openConnection(server.adminUrl, { max: 1 });
    await admin`
      update agents.settings set value = most
      where name in ('agent_open_cards', 'key_requests_second', 'key_requests_burst', 'agent_concurrency', 'tool_concurrency', 'execution_seconds')`;
    const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
    const person = await makePerson(admin, "operator");
    const tool = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    const [web, worker] = [openConnection(urls.web, { max: 2 }), openConnection(urls.worker, { max: 2 })];
    const door = await RoutesProcess.start({ databaseUrl: urls.gateway, sealingKey: "" });
    const ran = new Map<string, number>();
    const running = runReleased(worker, ending.signal, ran);
    const airlock = new Airlock({ url: door.address, key: agent.key, retries: 200 });
    const seen = Array.from({ length: STREAMS[size] }, () => new Map<string, number>());
    const away = async () => {
      const before = results;
      await until(() => results >= before + 2 || ending.signal.aborted, "Two more calls have ended");
    };
    const streams = seen.map((counts) => follow(airlock, counts, ending.signal, forget ? away : undefined));
    await sleep(500);
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const ids: string[] = [];
      const calls = Array.from({ length: CALLS[size] }, (_, n) => {
        const input = { n, round };
        return airlock
          .call(tool.name, input, { onAsked: ({ id }) => ids.push(id) })
          .then((output) => {
            results += 1;
            if (JSON.stringify(output) !== JSON.stringify(input))
              violations.push(`Call ${n} got ${JSON.stringify(output)}.`);
          })
          .catch((error: unknown) =>
            violations.push(`Call ${n} ended with ${error instanceof Error ? error.message : error}.`),
          );
      });
      await until(() => ids.length === CALLS[size], "All calls are asked");
      await Promise.all([door.crash(), sleep(200)]);
      server.crash(round % 2 === 0 ? "immediate" : "killed");
      await sleep(300);
      await server.start();
      const deciding = new AbortController();
      const decided = approveWaiting(web, person.session, deciding.signal);
      const tooLate = sleep(PATIENCE_MS, "too late", { ref: false });
      if ((await Promise.race([Promise.all(calls), tooLate])) === "too late") violations.push("Somebody still waits.");
      deciding.abort();
      await decided;
      const wanted = ids.map((id) => `tool_invocation_completed ${id}`);
      const patience = forget ? 3_000 : 30_000;
      await until(
        () => seen.every((counts) => wanted.every((event) => counts.has(event))),
        "Every stream heard every end",
        patience,
      ).catch(() => {});
      for (const [at, counts] of seen.entries()) {
        const missed = wanted.filter((event) => !counts.has(event)).length;
        const twice = [...counts.values()].filter((count) => count > 1).length;
        if (missed > 0) violations.push(`Stream ${at} missed ${missed} events.`);
        if (twice > 0) violations.push(`Stream ${at} heard ${twice} events twice.`);
      }
      const again = [...ran.values()].filter((count) => count !== 1).length;
      if (again > 0) violations.push(`${again} calls ran more than once.`);
      say(`round ${round + 1}: ${results} results`);
    }
    heard = seen.reduce((sum, counts) => sum + counts.size, 0);
    ending.abort();
    await Promise.all([...streams, running]);
    await door.stop();
    await Promise.all([admin, web, worker].map((sql) => sql.end({ timeout: 1 })));
  } finally {
    ending.abort();
    await server.stop();
    home.remove();
  }
  return { rounds, violations, figures: { results, heard } };
}

/** Follows the events; with `away` it leaves after each one, forgets where it was, and comes back when that is over. */
async function follow(
  airlock: Airlock,
  counts: Map<string, number>,
  signal: AbortSignal,
  away?: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const left = new AbortController();
    const both = AbortSignal.any([signal, left.signal]);
    const from = away ? {} : { after: last(counts) };
    for await (const { type, subject, id } of airlock.events({ signal: both, ...from })) {
      const event = `${type} ${subject}`;
      counts.set(event, (counts.get(event) ?? 0) + 1);
      cursors.set(counts, id);
      if (away) left.abort();
    }
    await away?.();
  }
}

const cursors = new WeakMap<Map<string, number>, string>();
/** Where a follower was; one that is new begins at the start. */
function last(counts: Map<string, number>): string {
  return cursors.get(counts) ?? "0-0";
}

async function until(holds: () => boolean, what: string, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1_000} s.`);
    await sleep(50);
  }
}
