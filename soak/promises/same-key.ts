/**
 * Against: a runtime that asks again because an answer was lost, while the first ask is still under way. Eight connections
 * ask at once with one key; some rounds slip in another input, another tool or another agent.
 */
import type { Sql } from "postgres";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask, untilAnswered, type Wish } from "../acts.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const RACING = 8;
const KINDS = ["equal", "anotherInput", "anotherTool", "anotherAgent"] as const;

export const sameKey: SoakPromise = {
  name: "same-key",
  says: "The same idempotency key gives the same call, and with another input it is a conflict.",
  rounds: { full: 2_000, short: 40 },
  run: (trial) => onOwnDatabase((database) => raceKeys(database, trial)),
};

export async function raceKeys(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const { admin } = database;
  const doors = Array.from({ length: RACING }, () => database.as("gateway", 1));
  const owner = await makePerson(admin, "operator");
  const agent = await makeAgent(admin, owner.id);
  const stranger = await makeAgent(admin, owner.id);
  const reader = await pinTool(admin, contractOf());
  const writer = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" }));

  const violations: string[] = [];
  const figures = { calls: 0, replayed: 0, conflicts: 0, equal: 0, anotherInput: 0, anotherTool: 0, anotherAgent: 0 };
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const random = randomOf(seed, round);
    const kind = KINDS[round % KINDS.length] ?? "equal";
    const key = `key-${seed}-${round}`;
    const tool = random.pick([reader, writer]);
    const usual: Wish = { agent, tool, input: { round }, key };
    const odd: Wish = {
      equal: usual,
      anotherInput: { ...usual, input: { round, more: true } },
      anotherTool: { ...usual, tool: tool === reader ? writer : reader },
      anotherAgent: { ...usual, agent: stranger },
    }[kind];
    const wishes = random.shuffle(doors.map((_, index) => (index < RACING / 2 ? usual : odd)));
    const answers = await Promise.all(
      doors.map(async (door, index) => {
        const wish = wishes[index] ?? usual;
        return { wish, answer: await untilAnswered(randomOf(seed, round, index), () => ask(door, wish)) };
      }),
    );

    const faults = [
      ...judge(answers.filter(({ wish }) => wish.agent === agent)),
      ...judge(answers.filter(({ wish }) => wish.agent === stranger)),
      ...(await judgeRecord(admin, key, kind === "anotherAgent" ? 2 : 1)),
    ];
    violations.push(...faults.map((fault) => `round ${round}, ${kind}: ${fault}`));
    const given = answers.flatMap(({ answer }) => (answer.ok ? [answer.value] : []));
    figures.calls += given.filter(({ replayed }) => !replayed).length;
    figures.replayed += given.filter(({ replayed }) => replayed).length;
    figures.conflicts += RACING - given.length;
    figures[kind] += 1;
    if ((round + 1) % 500 === 0) say(`${round + 1} of ${rounds} rounds`);
  }
  return { rounds, violations, figures };
}

interface Answered {
  readonly wish: Wish;
  readonly answer: Outcome<AgentView>;
}

/** Of one agent's asks with one key: one is the first, its equals are given the same call, all others are conflicts. */
function judge(answers: readonly Answered[]): string[] {
  if (answers.length === 0) return [];
  const given = answers.flatMap(({ wish, answer }) => (answer.ok ? [{ wish, view: answer.value }] : []));
  const firsts = given.filter(({ view }) => !view.replayed);
  const [first] = firsts;
  const faults = firsts.length === 1 ? [] : [`${firsts.length} asks made a call`];
  const ids = new Set(given.map(({ view }) => view.id)).size;
  if (ids !== 1) faults.push(`${ids} calls were given for one key`);
  for (const { wish, answer } of answers) {
    const isEqual = wish === first?.wish;
    if (answer.ok !== isEqual) faults.push(isEqual ? "an equal ask was refused" : "another ask was given the call");
    if (!answer.ok && answer.code !== "idempotency_conflict") faults.push(answer.message);
  }
  return faults;
}

async function judgeRecord(admin: Sql, key: string, expected: number): Promise<string[]> {
  const [row] = await admin<{ calls: number; inputs: number; asked: number }[]>`
    select count(*)::int as calls,
      coalesce(sum((select count(*) from agents.invocation_inputs n where n.invocation_id = i.id)), 0)::int as inputs,
      coalesce(sum((select count(*) from audit.events e where e.subject = 'invocation:' || i.id and e.action = 'invocation.asked')), 0)::int as asked
    from agents.tool_invocations i where i.idempotency_key = ${key}`;
  const isRight = row?.calls === expected && row.inputs === expected && row.asked === expected;
  return isRight ? [] : [`${row?.calls} calls, ${row?.inputs} inputs, ${row?.asked} entries are on record`];
}
