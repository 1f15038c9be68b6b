import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { StandingBackend, StandingSandbox } from "#lib/sandbox/runtime.ts";
import type { PoolBounds } from "./pool-bounds.ts";
import { WarmPool } from "./warm-pool.ts";

/** A sandbox that exists only on paper, and what has become of it. */
class PaperSandbox implements StandingSandbox {
  intact = true;
  isEnded = false;
  readonly #end = Promise.withResolvers<void>();
  readonly ended = this.#end.promise;

  isIntact(): boolean {
    return this.intact && !this.isEnded;
  }
  async call(): Promise<null> {
    return null;
  }
  async end(): Promise<void> {
    this.isEnded = true;
    this.#end.resolve();
  }
}

const PLAN = {} as SandboxPlan;
const BOUNDS: PoolBounds = { ready: 3, perPlan: 2, idleMs: 60_000, makingAtOnce: 2, residents: 1 };
let now = 0;
let made: PaperSandbox[] = [];
let asked = 0;
let answer: () => Outcome<StandingSandbox>;
let pool: WarmPool;

function open(bounds: Partial<PoolBounds> = {}): WarmPool {
  now = 1_000_000;
  made = [];
  asked = 0;
  answer = () => {
    const sandbox = new PaperSandbox();
    made.push(sandbox);
    return done(sandbox);
  };
  const stand = async (): Promise<Outcome<StandingSandbox>> => {
    asked += 1;
    return answer();
  };
  pool = new WarmPool({ stand } as unknown as StandingBackend, { ...BOUNDS, ...bounds }, () => now);
  return pool;
}

afterEach(() => pool.close());

async function ask(key: string): Promise<StandingSandbox | null> {
  const taken = pool.take(key, PLAN, "/bundle");
  pool.refill(key);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  return taken;
}

test("the first call finds nothing, the second what was made after the first, and nobody finds it twice", async () => {
  open();
  expect(await ask("a")).toBeNull();
  const second = await ask("a");
  expect(second).toBe(made[0]);
  expect(await ask("a")).not.toBe(second);
});

test("what stands for one plan is not there for another", async () => {
  open();
  await ask("a");
  expect(await ask("b")).toBeNull();
  expect(pool.counts("a").ready).toBe(1);
});

test("one that died, or whose files are no longer those of the host, is never handed out", async () => {
  open({ perPlan: 1 });
  await ask("a");
  await made[0]?.end();
  await turn();
  expect(pool.counts("a").ready).toBe(0);
  now += 20_000;
  await ask("a");
  const [, swapped] = made;
  if (swapped) swapped.intact = false;
  expect(await ask("a")).toBeNull();
  expect(swapped?.isEnded).toBe(true);
});

test("there are never more than the bounds say; a plan asked for longer ago makes room", async () => {
  open({ perPlan: 1, ready: 2 });
  for (const key of ["a", "b", "c"]) {
    now += 10;
    await ask(key);
  }
  expect(["a", "b", "c"].map((key) => pool.counts(key).ready)).toEqual([0, 1, 1]);
  expect(made[0]?.isEnded).toBe(true);
});

test("what stood too long is replaced while the plan is in use, and ended when it is not", async () => {
  open({ perPlan: 1 });
  await ask("a");
  now += 59_000;
  await ask("b");
  const before = made.length;
  now += 1_001;
  pool.sweep();
  await turn();
  expect(made[0]?.isEnded).toBe(true);
  expect(pool.counts("a")).toEqual({ ready: 0, wanted: 0 });
  expect(made.length).toBe(before);
  expect(pool.counts("b").ready).toBe(1);
});

test("where one cannot be made it is not tried over and over", async () => {
  open();
  answer = () => refuse("no_sandbox");
  for (let calls = 0; calls < 20; calls += 1) await ask("a");
  expect(asked).toBeLessThanOrEqual(BOUNDS.makingAtOnce);
  now += 11_000;
  await ask("a");
  expect(asked).toBeGreaterThan(BOUNDS.makingAtOnce - 1);
});

test("closing ends all of them, also one that is still being made", async () => {
  open({ perPlan: 1 });
  await ask("a");
  const late = Promise.withResolvers<Outcome<StandingSandbox>>();
  const sandbox = new PaperSandbox();
  answer = () => late.promise as unknown as Outcome<StandingSandbox>;
  await ask("b");
  await pool.close();
  late.resolve(done(sandbox));
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect([...made, sandbox].map(({ isEnded }) => isEnded)).toEqual([true, true]);
});
