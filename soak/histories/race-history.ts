import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { TestAgent, TestPerson, TestTool } from "#db/testing/fixtures.ts";
import type { Random } from "#db/testing/random.ts";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import {
  approve,
  ask,
  beat,
  cancel,
  claim,
  complete,
  edit,
  freeze,
  granted,
  reject,
  releaseSwitch,
  shown,
  sweep,
  throwSwitch,
  untilAnswered,
} from "../acts.ts";

/** Where histories run side by side: connections are shared; agent and tools are a lane's own, so that freezing one stops one. */
export interface Scene {
  readonly admin: Sql;
  readonly gateway: Sql;
  readonly web: Sql;
  readonly worker: Sql;
  readonly housekeeper: Sql;
  readonly workerId: string;
  readonly people: readonly TestPerson[];
  readonly reviewer: TestPerson;
  readonly notes: Notes;
}

export interface Lane {
  readonly agent: TestAgent;
  /** Takes one person, two people, nobody. */
  readonly tools: { readonly writer: TestTool; readonly keeper: TestTool; readonly reader: TestTool };
  readonly toolIds: readonly string[];
}

/** What those who acted were told, by call; how often each act was tried and lost; and errors that no rule explains. */
export interface Notes {
  readonly faults: string[];
  readonly acknowledged: Map<string, string[]>;
  readonly counts: Map<string, number>;
}

type Act = () => Promise<void>;

const SWEEPS_AT_ONCE = 3;

/**
 * Asks for one call and lets people, its asker, workers and the housekeeper at it. `allAtOnce`: approve, reject, cancel, the sweep
 * and the end of its time meet in the same instant; otherwise chance says who takes part. Gives its id; what came of it is on record.
 */
export async function raceHistory(scene: Scene, lane: Lane, random: Random, allAtOnce: boolean): Promise<string> {
  const kind = random.pick([
    "writer",
    "writer",
    "writer",
    "keeper",
    "keeper",
    allAtOnce ? "writer" : "reader",
  ] as const);
  const { id } = granted(
    await untilAnswered(random, () => ask(scene.gateway, { agent: lane.agent, tool: lane.tools[kind] })),
  );
  const seen = await shown(scene.web, id);
  const undo: Act[] = [];
  const chosen = { isFree: kind === "reader", allAtOnce };
  const acts = random.shuffle(chooseActs(scene, lane, random, seen, chosen, undo));
  if (allAtOnce) count(scene.notes, "all at once");
  if (allAtOnce || random.chance(0.5)) await bringExpiryNear(scene.admin, id, random.integer(0, 12));
  await Promise.all(
    acts.map(async (act) => {
      // Half of them at the same instant, the others while those are under way.
      const pauseMs = allAtOnce || random.chance(0.5) ? 0 : random.integer(1, 5);
      if (pauseMs > 0) await sleep(pauseMs);
      await act();
    }),
  );
  for (const act of undo) await act();
  return id;
}

/** Who takes part, and what each of them is about to do. Chosen before anything starts, so that a seed repeats it. */
function chooseActs(
  scene: Scene,
  lane: Lane,
  random: Random,
  seen: Decision,
  { isFree, allAtOnce }: { readonly isFree: boolean; readonly allAtOnce: boolean },
  undo: Act[],
): Act[] {
  const { gateway, web, reviewer, notes } = scene;
  const persist = <T>(act: () => Promise<Outcome<T>>) => untilAnswered(random, act);
  const target = random.pick([lane.agent.id, ...lane.toolIds]);
  const giveUp: Act = async () => {
    const answer = tell(notes, "cancel", await persist(() => cancel(gateway, lane.agent, seen.id)));
    if (answer.ok && answer.value.status === "cancelled") acknowledge(notes, seen.id, "cancelled");
  };
  const expire: Act = async () => {
    // Again and again while its time runs out, or the only sweep would most often come before that.
    for (let sweeps = allAtOnce ? SWEEPS_AT_ONCE : 1; sweeps > 0; sweeps -= 1) {
      tell(notes, "sweep", await persist(() => sweep(scene.housekeeper)));
    }
  };
  const stop: Act = async () => {
    const scope = target === lane.agent.id ? "agent" : "tool";
    const answer = tell(notes, "stop", await persist(() => throwSwitch(web, reviewer.session, scope, target)));
    if (!answer.ok) return;
    undo.push(async () => void granted(await persist(() => releaseSwitch(web, reviewer.session, answer.value))));
  };
  const halt: Act = async () => {
    const answer = tell(notes, "freeze", await persist(() => freeze(web, reviewer.session, lane.agent, true)));
    if (!answer.ok) return;
    undo.push(async () => void granted(await persist(() => freeze(web, reviewer.session, lane.agent, false))));
  };
  return [
    ...(isFree ? [] : chooseDecisions(scene, random, seen, allAtOnce)),
    ...maybe(random, allAtOnce ? 1 : 0.6, giveUp),
    ...maybe(random, allAtOnce ? 1 : 0.6, expire),
    ...maybe(random, 0.7, () => work(scene, random)),
    ...maybe(random, 0.3, () => work(scene, random)),
    ...maybe(random, 0.1, stop),
    ...maybe(random, 0.1, halt),
  ];
}

/** One to three people say yes; one of them may say no as well, in another window; another may change the input. */
function chooseDecisions({ web, people, notes }: Scene, random: Random, seen: Decision, allAtOnce: boolean): Act[] {
  const voters = random.shuffle(people);
  const persist = <T>(act: () => Promise<Outcome<T>>) => untilAnswered(random, act);
  const sayYes =
    (person: TestPerson): Act =>
    async () => {
      tell(notes, "approve", await persist(() => approve(web, person.session, seen)));
    };
  const sayNo =
    (person: TestPerson): Act =>
    async () => {
      const answer = tell(notes, "reject", await persist(() => reject(web, person.session, seen)));
      if (answer.ok) acknowledge(notes, seen.id, "rejected");
    };
  const change =
    (person: TestPerson, others: readonly TestPerson[]): Act =>
    async () => {
      const edited = tell(notes, "edit", await persist(() => edit(web, person.session, seen)));
      if (!edited.ok) return;
      for (const other of others)
        tell(notes, "approve", await persist(() => approve(web, other.session, edited.value)));
    };
  const [first, ...others] = voters;
  const last = voters.at(-1);
  if (!first || !last) throw new Error("Nobody decides.");
  return [
    ...voters.slice(0, random.integer(1, 3)).map(sayYes),
    ...maybe(random, allAtOnce ? 1 : 0.6, sayNo(last)),
    ...maybe(random, 0.4, change(first, others)),
  ];
}

function maybe(random: Random, likelihood: number, act: Act): Act[] {
  return random.chance(likelihood) ? [act] : [];
}

/** A dispatcher's turn: takes what is released, looks whether to stop, and reports, until nothing is left for now. */
export async function work({ worker, workerId, notes }: Scene, random: Random): Promise<void> {
  for (;;) {
    const taken = tell(notes, "claim", await untilAnswered(random, () => claim(worker, workerId)));
    if (!taken.ok || !taken.value) return;
    const held = taken.value;
    if (random.chance(0.5)) await sleep(random.integer(0, 3));
    const { stop } = granted(await untilAnswered(random, () => beat(worker, workerId, held)));
    const status = stop ? "cancelled" : random.pick(["completed", "completed", "failed"] as const);
    const answer = tell(
      notes,
      "complete",
      await untilAnswered(random, () => complete(worker, workerId, held, { status })),
    );
    if (answer.ok && answer.value.accepted) acknowledge(notes, held.id, status);
  }
}

/** The time to decide, or the time to start, ends in a few milliseconds: among the votes and claims, not after them. */
async function bringExpiryNear(admin: Sql, id: string, inMs: number): Promise<void> {
  await admin`
    update agents.tool_invocations set
      expires_at = case when status = 'pending' then clock_timestamp() + make_interval(secs => ${inMs / 1000}::float8) else expires_at end,
      execution_expires_at = case when status = 'running' then clock_timestamp() + make_interval(secs => ${inMs / 1000}::float8) end
    where id = ${id} and (status = 'pending' or (status = 'running' and claimed_at is null))`;
}

function tell<T>(notes: Notes, act: string, answer: Outcome<T>): Outcome<T> {
  if (!answer.ok && answer.code === "internal") notes.faults.push(`${act}: ${answer.message}`);
  count(notes, answer.ok ? act : `${act}:${answer.code}`);
  return answer;
}

function count({ counts }: Notes, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function acknowledge({ acknowledged }: Notes, id: string, status: string): void {
  acknowledged.set(id, [...(acknowledged.get(id) ?? []), status]);
}
