/**
 * Against: two dispatchers that take the same call, and a dispatcher that reports on a call it does not hold. Sixteen workers
 * race over released calls; the record must show each call in one pair of hands, and only those hands' report.
 */
import type { Sql } from "postgres";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { ask, claim, complete, granted, type Held, type Report, untilAnswered } from "../acts.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const WORKERS = 16;
const ASKERS = 8;
/** A released call is to start within two minutes: they are asked for in waves that the workers finish sooner than that. */
const WAVE = 500;

export const oneClaim: SoakPromise = {
  name: "one-claim",
  says: "Each released call is claimed exactly once, and only its claimer's report counts.",
  rounds: { full: 10_000, short: 300 },
  run: (trial) => onOwnDatabase((database) => raceClaims(database, trial)),
};

interface Hand {
  readonly sql: Sql;
  readonly id: string;
  readonly random: Random;
}

/** What the workers were told, to be compared with the record. */
interface Told {
  readonly claims: { readonly worker: string; readonly held: Held }[];
  readonly faults: string[];
  intrusions: number;
}

export async function raceClaims(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const gateway = database.as("gateway", ASKERS);
  const owner = await makePerson(database.admin, "operator");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf());
  const hands: Hand[] = [];
  for (let index = 0; index < WORKERS; index += 1) {
    const sql = database.as("worker", 1);
    hands.push({ sql, id: await registerWorker(sql), random: randomOf(seed, index) });
  }

  const told: Told = { claims: [], faults: [], intrusions: 0 };
  for (let asked = 0; asked < rounds; asked += WAVE) {
    signal.throwIfAborted();
    await release(gateway, agent, tool, Math.min(WAVE, rounds - asked));
    await Promise.all(hands.map((hand, index) => drain(hand, hands[(index + 1) % WORKERS] ?? hand, told, signal)));
    say(`${Math.min(rounds, asked + WAVE)} of ${rounds} calls`);
  }

  const records = await readRecords(database.admin);
  const violations = [...told.faults, ...compare(told, records)];
  // What is compared is what is there: a call that is gone would be missed by every other look.
  if (records.length !== rounds) violations.push(`${rounds} calls were asked for, ${records.length} are on record`);
  const busiest = Math.max(...hands.map(({ id }) => told.claims.filter(({ worker }) => worker === id).length));
  const figures = { claims: told.claims.length, workers: WORKERS, busiest, refusedReports: told.intrusions };
  return { rounds, violations, figures };
}

async function release(gateway: Sql, agent: TestAgent, tool: TestTool, count: number): Promise<void> {
  let left = count;
  const askOn = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await untilAnswered(randomOf(left), () => ask(gateway, { agent, tool, input: { left } }));
      granted(answer);
    }
  };
  await Promise.all(Array.from({ length: ASKERS }, askOn));
}

/** A claim that is refused as often as this is not going to be granted. */
const REFUSALS_TO_GIVE_UP = 20;

/** Takes and reports calls until none is left; now and then reports what must not count. */
async function drain(hand: Hand, other: Hand, told: Told, signal: AbortSignal): Promise<void> {
  for (let refusals = 0; refusals < REFUSALS_TO_GIVE_UP; ) {
    signal.throwIfAborted();
    const answer = await untilAnswered(hand.random, () => claim(hand.sql, hand.id));
    if (!answer.ok) {
      refusals += 1;
      told.faults.push(`a claim was refused: ${answer.message}`);
    } else if (answer.value) {
      told.claims.push({ worker: hand.id, held: answer.value });
      await reportOn(answer.value, hand, other, told);
    } else {
      return;
    }
  }
}

async function reportOn(held: Held, hand: Hand, other: Hand, told: Told): Promise<void> {
  const intrude = async (worker: string, fence: number, what: string) => {
    const late = await report(hand, worker, { id: held.id, fence }, { status: "failed" });
    told.intrusions += 1;
    if (late !== "refused") told.faults.push(`${held.id}: ${what}: ${late}`);
  };
  if (hand.random.chance(0.1)) await intrude(hand.id, held.fence - 1, "a report with an older fence");
  if (hand.random.chance(0.1)) await intrude(other.id, held.fence, "another worker's report");
  const own = await report(hand, hand.id, held, { status: "completed", output: hand.id });
  if (own !== "accepted") told.faults.push(`${held.id}: the claimer's report: ${own}`);
  if (hand.random.chance(0.1)) await intrude(hand.id, held.fence, "a second report with the same fence");
}

/** Accepted, refused as it should be (told so, and on record), or raised. */
async function report({ sql, random }: Hand, worker: string, held: Held, words: Report): Promise<string> {
  const answer = await untilAnswered(random, () => complete(sql, worker, held, words));
  if (!answer.ok) return `raised: ${answer.message}`;
  return answer.value.accepted ? "accepted" : "refused";
}

interface ClaimRecord {
  readonly id: string;
  readonly status: string;
  readonly fence: number;
  readonly worker: string | null;
  readonly reportedBy: string | null;
  readonly claims: number;
  readonly runs: number;
  readonly late: number;
}

async function readRecords(admin: Sql): Promise<ClaimRecord[]> {
  return admin<ClaimRecord[]>`
    with trail as (
      select subject, count(*) filter (where action = 'invocation.claimed')::int as claims,
        count(*) filter (where action = 'invocation.late_completion')::int as late
      from audit.events where subject like 'invocation:%' group by subject
    ), runs as (select invocation_id, count(*)::int as runs from agents.invocation_runs group by 1)
    select i.id, i.status, i.fence, i.worker_id as worker, o.cleaned #>> '{}' as "reportedBy",
      coalesce(t.claims, 0) as claims, coalesce(r.runs, 0) as runs, coalesce(t.late, 0) as late
    from agents.tool_invocations i
    left join trail t on t.subject = 'invocation:' || i.id
    left join runs r on r.invocation_id = i.id
    left join agents.invocation_outputs o on o.invocation_id = i.id`;
}

function compare(told: Told, records: readonly ClaimRecord[]): string[] {
  const hands = new Map<string, string[]>();
  for (const { worker, held } of told.claims) hands.set(held.id, [...(hands.get(held.id) ?? []), worker]);
  const faults = records.flatMap(({ id, status, fence, worker, reportedBy, claims, runs }) => {
    const workers = hands.get(id) ?? [];
    return [
      ...(workers.length === 1 ? [] : [`${id}: ${workers.length} workers were given it`]),
      ...(claims === 1 && runs === 1 && fence === 1
        ? []
        : [`${id}: ${claims} claims, ${runs} runs, fence ${fence} are on record`]),
      ...(status === "completed" && worker === workers[0] && reportedBy === worker
        ? []
        : [`${id}: ${status}, not by its claimer`]),
    ];
  });
  const late = records.reduce((sum, record) => sum + record.late, 0);
  return late === told.intrusions
    ? faults
    : [...faults, `${told.intrusions} reports were refused, ${late} are on record`];
}
