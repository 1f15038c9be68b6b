import { setTimeout as sleep } from "node:timers/promises";
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
import type { Random } from "#db/testing/random.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { beat, claim, complete, granted, untilAnswered } from "../acts.ts";

/** Two agents that ask, two tools that need nobody, one that needs a person, and workers that take what is released. */
export interface Floor {
  readonly admin: Sql;
  readonly gateway: Sql;
  readonly web: Sql;
  readonly hands: readonly Hand[];
  /** Of a person who may throw switches and vote. */
  readonly session: string;
  readonly agents: readonly TestAgent[];
  readonly tools: readonly (TestTool & { readonly id: string })[];
  readonly writer: TestTool;
}

export interface Hand {
  readonly sql: Sql;
  readonly workerId: string;
}

export async function openFloor(database: TestDatabase, workers: number): Promise<Floor> {
  const { admin } = database;
  const owner = await makePerson(admin, "operator");
  const { session } = await makePerson(admin, "operator");
  const agents = [await makeAgent(admin, owner.id), await makeAgent(admin, owner.id)];
  const pinned = [await pinTool(admin, contractOf()), await pinTool(admin, contractOf())];
  const writer = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  const rows = await admin<{ id: string; name: string }[]>`
    select id, name from agents.tools_registry where name = any(${pinned.map(({ name }) => name)})`;
  const tools = pinned.flatMap((tool) =>
    rows.filter(({ name }) => name === tool.name).map(({ id }) => ({ ...tool, id })),
  );
  const hands: Hand[] = [];
  for (let index = 0; index < workers; index += 1) {
    const sql = database.as("worker", 1);
    hands.push({ sql, workerId: await registerWorker(sql) });
  }
  return {
    admin,
    gateway: database.as("gateway", 4),
    web: database.as("web", 2),
    hands,
    session,
    agents,
    tools,
    writer,
  };
}

/** What the workers are told and what they saw, while a switch may be thrown. */
export interface Shift {
  isOver: boolean;
  /** The throw has been acknowledged. */
  isThrown: boolean;
  readonly beats: { readonly id: string; readonly isAfterThrow: boolean; readonly stop: boolean }[];
}

/** Workers that claim without a pause until the shift is over. */
export async function workShift({ hands }: Floor, random: Random, shift: Shift): Promise<void> {
  const work = async (hand: Hand) => {
    while (!shift.isOver) if (!(await takeNext(hand, random, shift))) await sleep(2);
  };
  try {
    await Promise.all(hands.map(work));
  } finally {
    // Who could not go on ends it for all: nobody is to wait for a worker that is gone.
    shift.isOver = true;
  }
}

/** Waits until the workers have come this far: a moment that is the same on a quick machine and on a slow one. */
export async function untilBeats(shift: Shift, count: number): Promise<void> {
  while (shift.beats.length < count && !shift.isOver) await sleep(1);
}

/** Workers that take what is left. */
export async function drainFloor({ hands }: Floor, random: Random): Promise<void> {
  const shift = { isOver: false, isThrown: false, beats: [] };
  await Promise.all(
    hands.map(async (hand) => {
      while (await takeNext(hand, random, shift));
    }),
  );
}

/** Takes one call, asks whether to stop, reports. False: there was none. */
async function takeNext({ sql, workerId }: Hand, random: Random, shift: Shift): Promise<boolean> {
  const held = granted(await untilAnswered(random, () => claim(sql, workerId)));
  if (!held) return false;
  if (random.chance(0.3)) await sleep(random.integer(0, 5));
  const isAfterThrow = shift.isThrown;
  const { stop } = granted(await untilAnswered(random, () => beat(sql, workerId, held)));
  shift.beats.push({ id: held.id, isAfterThrow, stop });
  const status = stop ? "cancelled" : "completed";
  granted(await untilAnswered(random, () => complete(sql, workerId, held, { status })));
  return true;
}
