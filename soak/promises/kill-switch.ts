/**
 * Against: a call that starts although everything was stopped. Workers claim without a pause while a switch is thrown; each
 * claim's own time is then compared with a moment by which the throw had surely been committed, both by the database's clock.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { TestAgent, TestTool } from "#db/testing/fixtures.ts";
import { type Random, randomOf } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { approve, ask, granted, releaseSwitch, shown, throwSwitch, untilAnswered } from "../acts.ts";
import { drainFloor, type Floor, openFloor, type Shift, untilBeats, workShift } from "../dispatch/floor.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const WORKERS = 6;
const CALLS_A_ROUND = 24;
/** How long the workers go on after the throw. */
const WATCHED_MS = 40;
/** A claim that had begun before the throw may still end after it, but not later than this. */
const GRACE_US = 1_000_000;

export const killSwitch: SoakPromise = {
  name: "kill-switch",
  says: "Nothing is dispatched after a kill switch was thrown, and everything else goes on.",
  rounds: { full: 300, short: 6 },
  run: (trial) => onOwnDatabase((database) => raceSwitch(database, trial)),
};

export async function raceSwitch(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const floor = await openFloor(database, WORKERS);
  const violations: string[] = [];
  const figures = { claims: 0, heldBack: 0, claimedElsewhere: 0, toldToStop: 0, underWay: 0, largestLagMs: 0 };
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const random = randomOf(seed, round);
    const scope = chooseScope(floor, random);
    const seen = await throwAmongClaims(floor, scope, random);
    const late = seen.inScope.filter(({ claimedUs }) => claimedUs > seen.thrownByUs);
    const faults = [...seen.faults, ...judgeClaims(seen), ...(await judgeRelease(floor, seen, random))];
    violations.push(...faults.map((fault) => `round ${round}, ${scope.kind}: ${fault}`));
    figures.claims += seen.inScope.length + seen.elsewhere.length;
    figures.heldBack += seen.covered.size - seen.inScope.length;
    figures.claimedElsewhere += seen.elsewhere.filter(({ begunUs }) => begunUs > seen.thrownByUs).length;
    figures.toldToStop += seen.shift.beats.filter(({ stop }) => stop).length;
    figures.underWay += late.length;
    figures.largestLagMs = Math.max(
      figures.largestLagMs,
      ...late.map(({ claimedUs }) => ms(claimedUs - seen.thrownByUs)),
    );
    if ((round + 1) % 50 === 0) say(`${round + 1} of ${rounds} rounds`);
  }
  return { rounds, violations, figures };
}

interface Scope {
  readonly kind: "global" | "agent" | "tool";
  readonly target: string | null;
  covers(agent: TestAgent, tool: TestTool): boolean;
}

function chooseScope({ agents, tools }: Floor, random: Random): Scope {
  const kind = random.pick(["global", "agent", "tool"] as const);
  if (kind === "global") return { kind, target: null, covers: () => true };
  const { id } = random.pick<{ readonly id: string }>(kind === "agent" ? agents : tools);
  return {
    kind,
    target: id,
    covers: (agent, tool) =>
      kind === "agent" ? agent.id === id : tools.some((one) => one.id === id && one.name === tool.name),
  };
}

interface ClaimTimes {
  readonly id: string;
  /** When the claim's transaction began. */
  readonly begunUs: number;
  /** When the claim was written to the log, the last thing before its commit. */
  readonly claimedUs: number;
}

interface Seen {
  readonly faults: readonly string[];
  readonly switchId: string;
  /** By then the throw had been committed. */
  readonly thrownByUs: number;
  readonly shift: Shift;
  readonly covered: ReadonlySet<string>;
  readonly inScope: readonly ClaimTimes[];
  readonly elsewhere: readonly ClaimTimes[];
}

async function throwAmongClaims(floor: Floor, scope: Scope, random: Random): Promise<Seen> {
  const { web, gateway, session, agents, tools, writer } = floor;
  const covered = new Set<string>();
  const askFor = async (agent: TestAgent, tool: TestTool) => {
    const { id } = granted(await untilAnswered(random, () => ask(gateway, { agent, tool })));
    if (scope.covers(agent, tool)) covered.add(id);
    return id;
  };
  const waiting = await shown(web, await askFor(random.pick(agents), writer));
  const wishes = Array.from({ length: CALLS_A_ROUND }, () => askFor(random.pick(agents), random.pick(tools)));
  const ids = [waiting.id, ...(await Promise.all(wishes))];

  const shift: Shift = { isOver: false, isThrown: false, beats: [] };
  const working = workShift(floor, random, shift);
  await Promise.race([working, untilBeats(shift, random.integer(0, CALLS_A_ROUND / 2))]);
  // A vote that is cast at the same instant may still release the call, but nobody may take it.
  const voting = untilAnswered(random, () => approve(web, session, waiting));
  const switchId = granted(await untilAnswered(random, () => throwSwitch(web, session, scope.kind, scope.target)));
  const thrownByUs = await databaseClock(web);
  shift.isThrown = true;
  await voting;
  const faults = await askAgain(floor, scope, random);
  await sleep(WATCHED_MS);
  shift.isOver = true;
  await working;

  const claims = await readClaims(floor.admin, ids);
  const inScope = claims.filter(({ id }) => covered.has(id));
  const elsewhere = claims.filter(({ id }) => !covered.has(id));
  return { faults, switchId, thrownByUs, shift, covered, inScope, elsewhere };
}

/** What is asked for after the throw, in its scope, is refused. */
async function askAgain({ gateway, agents, tools }: Floor, scope: Scope, random: Random): Promise<string[]> {
  const pairs = agents.flatMap((agent) => tools.map((tool) => ({ agent, tool })));
  const stopped = random.pick(pairs.filter(({ agent, tool }) => scope.covers(agent, tool)));
  const answer = granted(await untilAnswered(random, () => ask(gateway, stopped)));
  return answer.errorCode === "stopped" ? [] : [`a call that was asked for after the throw is ${answer.status}`];
}

function judgeClaims({ inScope, covered, shift, thrownByUs }: Seen): string[] {
  const deaf = shift.beats.filter(({ id, isAfterThrow, stop }) => isAfterThrow && covered.has(id) && !stop);
  return [
    ...inScope.flatMap(({ id, begunUs, claimedUs }) => [
      ...(begunUs > thrownByUs ? [`${id}: its claim began ${ms(begunUs - thrownByUs)} ms after the throw`] : []),
      ...(claimedUs > thrownByUs + GRACE_US
        ? [`${id}: it was claimed ${ms(claimedUs - thrownByUs)} ms after the throw`]
        : []),
    ]),
    ...deaf.map(({ id }) => `${id}: its worker was not told to stop`),
  ];
}

/** Once the switch is released, what it held back is dispatched: nothing was lost by it. */
async function judgeRelease(floor: Floor, { switchId }: Seen, random: Random): Promise<string[]> {
  granted(await untilAnswered(random, () => releaseSwitch(floor.web, floor.session, switchId)));
  await drainFloor(floor, random);
  const [left] = await floor.admin<{ count: number }[]>`
    select count(*)::int as count from agents.tool_invocations where status = 'running'`;
  return left?.count === 0 ? [] : [`${left?.count} calls were not dispatched after the release`];
}

async function readClaims(admin: Sql, ids: readonly string[]): Promise<ClaimTimes[]> {
  return admin<ClaimTimes[]>`
    select r.invocation_id as id, (extract(epoch from r.claimed_at) * 1000000)::float8 as "begunUs", e.at_us::float8 as "claimedUs"
    from agents.invocation_runs r
    join audit.events e on e.subject = 'invocation:' || r.invocation_id and e.action = 'invocation.claimed'
    where r.invocation_id = any(${[...ids]}::uuid[])`;
}

/** Microseconds. Asked for after an answer, it is later than the commit which that answer acknowledged. */
async function databaseClock(sql: Sql): Promise<number> {
  const [row] = await sql<{ us: number }[]>`select (extract(epoch from clock_timestamp()) * 1000000)::float8 as us`;
  if (!row) throw new Error("The database has no clock.");
  return row.us;
}

function ms(us: number): number {
  return Math.round(us / 100) / 10;
}
