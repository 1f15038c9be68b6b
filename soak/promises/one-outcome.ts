/**
 * Against: a call that is approved and rejected, cancelled and run, expired and run. Everybody who can end a call does so at
 * the same instant, in many histories side by side, and each history is then read off the record.
 */
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { granted, sweep, untilAnswered } from "../acts.ts";
import { judgeRecord } from "../histories/judge-record.ts";
import { type Lane, raceHistory, type Scene, work } from "../histories/race-history.ts";
import { readArrows, readRecords } from "../histories/record.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const LANES = 4;
const READ_AT_ONCE = 1_000;

export const oneOutcome: SoakPromise = {
  name: "one-outcome",
  says: "A call has exactly one outcome, reached along the arrows, however many try to end it at once.",
  rounds: { full: 10_000, short: 150 },
  run: (trial) => onOwnDatabase((database) => raceOutcomes(database, trial)),
};

export async function raceOutcomes(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const scene = await setScene(database);
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(database)));
  const ids: string[] = [];
  let begun = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (begun < rounds) {
        signal.throwIfAborted();
        const history = begun;
        begun += 1;
        ids.push(await raceHistory(scene, lane, randomOf(seed, history), history % 2 === 0));
        if (ids.length % 1_000 === 0) say(`${ids.length} of ${rounds} histories`);
      }
    }),
  );
  await settle(scene);

  const arrows = await readArrows(database.admin);
  const violations = [...scene.notes.faults];
  const outcomes = new Map<string, number>();
  for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
    const records = await readRecords(database.admin, ids.slice(first, first + READ_AT_ONCE));
    for (const record of records) {
      const faults = judgeRecord(record, arrows, scene.notes.acknowledged.get(record.id) ?? []);
      violations.push(...faults.map((fault) => `${record.id}: ${fault}`));
      outcomes.set(record.status, (outcomes.get(record.status) ?? 0) + 1);
    }
  }
  const judged = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const figures = { ...Object.fromEntries(outcomes), ...countRaces(scene) };
  return { rounds: judged, violations, figures };
}

async function setScene(database: TestDatabase): Promise<Scene> {
  const { admin } = database;
  const worker = database.as("worker", LANES);
  return {
    admin,
    gateway: database.as("gateway", LANES),
    web: database.as("web", LANES * 2),
    worker,
    housekeeper: database.as("housekeeper", 2),
    workerId: await registerWorker(worker),
    people: [
      await makePerson(admin, "operator"),
      await makePerson(admin, "operator"),
      await makePerson(admin, "reviewer"),
    ],
    reviewer: await makePerson(admin, "reviewer"),
    notes: { faults: [], acknowledged: new Map(), counts: new Map() },
  };
}

async function openLane({ admin }: TestDatabase): Promise<Lane> {
  const owner = await makePerson(admin, "operator");
  const tools = {
    writer: await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" })),
    keeper: await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "privileged" })),
    reader: await pinTool(admin, contractOf()),
  };
  const names = Object.values(tools).map(({ name }) => name);
  const rows = await admin<{ id: string }[]>`select id from agents.tools_registry where name = any(${names})`;
  return { agent: await makeAgent(admin, owner.id), tools, toolIds: rows.map(({ id }) => id) };
}

/** What nobody ended in its race is ended now: the time of what waits runs out, and what is released is run. */
async function settle(scene: Scene): Promise<void> {
  await scene.admin`update agents.tool_invocations set expires_at = now() where status = 'pending'`;
  const random = randomOf(0);
  while (granted(await untilAnswered(random, () => sweep(scene.housekeeper))) > 0);
  await work(scene, random);
}

/** Wins, and losses that show that somebody else was there first. */
function countRaces({ notes }: Scene): Record<string, number> {
  const sum = (matches: (name: string) => boolean) =>
    [...notes.counts].reduce((total, [name, count]) => (matches(name) ? total + count : total), 0);
  return {
    allAtOnce: sum((name) => name === "all at once"),
    lostRaces: sum((name) => /:(already_decided|already_voted|stale_payload|wrong_state|approval_expired)$/.test(name)),
    edits: sum((name) => name === "edit"),
    stopsThrown: sum((name) => name === "stop"),
    freezes: sum((name) => name === "freeze"),
    stoppedVotes: sum((name) => /:(stopped|agent_frozen)$/.test(name)),
    neverAnswered: sum((name) => name.endsWith(":busy")),
  };
}
