import { format } from "node:util";

type Act = (...args: unknown[]) => unknown;

/** A file or a `describe`: what goes before and after the tests in it. */
export interface Suite {
  readonly name: string;
  readonly within: Suite | undefined;
  readonly hooks: Record<HookName, Act[]>;
}

export interface CollectedTest {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly suite: Suite;
  readonly run: () => unknown;
}

export type HookName = "beforeAll" | "beforeEach" | "afterEach" | "afterAll";

let tests: CollectedTest[] = [];
let file = "";
let suite = openSuite("", undefined);

function openSuite(name: string, within: Suite | undefined): Suite {
  return { name, within, hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] } };
}

/** What a file declares while it is loaded, in its order. */
export async function collectFile(path: string, load: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  file = path;
  tests = [];
  suite = openSuite(path, undefined);
  await load();
  return tests;
}

function collect(name: string, run: () => unknown): void {
  const names = [name];
  for (let at: Suite | undefined = suite; at; at = at.within) names.unshift(at.name);
  // Of two rows of a table that read alike, each is a test of its own.
  tests.push({ id: `${names.join(" > ")} #${tests.length + 1}`, name, file, suite, run });
}

function collectSuite(name: string, work: () => unknown): void {
  suite = openSuite(name, suite);
  work();
  suite = suite.within ?? suite;
}

/** `each` of a table: a row that is a list is spread over the arguments. */
function eachOf(one: (name: string, work: () => unknown) => void) {
  return (rows: readonly unknown[]) => (name: string, work: Act) => {
    for (const row of rows) {
      const args = Array.isArray(row) ? row : [row];
      one(format(name, ...args), () => work(...args));
    }
  };
}

const hook = (name: HookName) => (act: Act) => void suite.hooks[name].push(act);

export const test = Object.assign(collect, { each: eachOf(collect) });
export const describe = Object.assign(collectSuite, { each: eachOf(collectSuite) });
export const beforeAll = hook("beforeAll");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
export const afterAll = hook("afterAll");
