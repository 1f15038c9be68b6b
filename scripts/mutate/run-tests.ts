import type { CollectedTest, HookName, Suite } from "./collected-tests.ts";

export interface TestOutcome {
  readonly test: CollectedTest;
  readonly milliseconds: number;
  /** Why it failed. */
  readonly failure?: string;
}

/** What waits for longer than this waits for what will not come. Nothing here takes a tenth of it. */
const TEST_TIMEOUT_MS = 20_000;

interface Order {
  readonly tests: readonly CollectedTest[];
  /** Nothing after the first that fails. */
  readonly bail: boolean;
  readonly onStart?: (test: CollectedTest | undefined) => void;
}

/** One test after the other, each between the hooks of the suites it stands in. */
export async function runTests({ tests, bail, onStart }: Order): Promise<TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  const last = new Map<Suite, CollectedTest>();
  for (const test of tests) for (const suite of suitesOf(test)) last.set(suite, test);
  const begun = new Set<Suite>();
  for (const test of tests) {
    const suites = suitesOf(test);
    const started = performance.now();
    onStart?.(test);
    const failure = await failureOf(async () => {
      for (const suite of suites) {
        if (begun.has(suite)) continue;
        begun.add(suite);
        await runHooks([suite], "beforeAll");
      }
      try {
        await runHooks(suites, "beforeEach");
        await test.run();
      } finally {
        await runHooks(suites.toReversed(), "afterEach");
      }
    });
    onStart?.(undefined);
    const ending = bail && failure !== undefined ? [...begun] : suites.filter((suite) => last.get(suite) === test);
    // Inner ones first, as they were opened.
    const failureAfter = await failureOf(() => runHooks(ending.toReversed(), "afterAll"));
    const why = failure ?? failureAfter;
    outcomes.push({ test, milliseconds: performance.now() - started, ...(why === undefined ? {} : { failure: why }) });
    for (const suite of ending) begun.delete(suite);
    if (bail && why !== undefined) break;
  }
  return outcomes;
}

/** From the file inwards. */
function suitesOf({ suite }: CollectedTest): Suite[] {
  const suites: Suite[] = [];
  for (let at: Suite | undefined = suite; at; at = at.within) suites.unshift(at);
  return suites;
}

async function runHooks(suites: readonly Suite[], name: HookName): Promise<void> {
  for (const suite of suites) for (const act of suite.hooks[name]) await act();
}

async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${TEST_TIMEOUT_MS} ms`)), TEST_TIMEOUT_MS);
  });
  try {
    await Promise.race([work(), tooLong]);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)) || "failed";
  } finally {
    clearTimeout(timer);
  }
}
