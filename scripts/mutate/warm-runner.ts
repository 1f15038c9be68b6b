/**
 * Stryker's test runner for lib/policy: loads the tests once and switches from mutant to mutant, where a runner that starts its
 * tests anew spends a second or two on each of thousands. For a mutant of what runs while a module is loaded, the project's own
 * modules are loaded once more beside those that are there, and only the packages they use stay.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type CollectedTest, collectFile } from "./collected-tests.ts";
import { mutationTests } from "./mutation-tests.ts";
import { runTests, type TestOutcome } from "./run-tests.ts";

/** What instrumented code reads and writes; the name is Stryker's. */
interface Instruments {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

interface MutantRun {
  readonly disableBail: boolean;
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
  readonly mutantActivation: "static" | "runtime";
}

const instruments: Instruments = {};
(globalThis as unknown as { __stryker__: Instruments }).__stryker__ = instruments;

const STAND_INS: Record<string, string> = {
  vitest: import.meta.resolve("./vitest-stand-in.ts"),
  "fast-check": import.meta.resolve("./few-random-cases.ts"),
};

/** Modules that were loaded are never let go: so many times, then another process takes over. */
const LOADS_MAX = 60;

class WarmRunner {
  readonly #loaded = new Map<string, readonly CollectedTest[]>();
  #mutants = 0;
  #loads = 0;
  /** Which time of loading modules belong to; 0 are those without any mutant. */
  #time = 0;
  /** A mutant has left something behind that fails tests without it. */
  #spoilt = false;

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    putStandInsInPlace(() => this.#time);
  }

  async dryRun() {
    const files = mutationTests(process.cwd());
    try {
      const outcomes = await runWatched(await this.#load(files));
      // Once more from the beginning: what fails then would count as a mutant noticed.
      const again = await this.#loadAnew(async () => {
        for (const file of files) {
          const failed = (await runWatched(await loadFile(file))).find(({ failure }) => failure !== undefined);
          if (failed) return `${failed.test.id}, loaded once more: ${failed.failure}`;
        }
        return undefined;
      });
      if (again !== undefined) return { status: "error", errorMessage: again };
      return { status: "complete", tests: outcomes.map(resultOf), mutantCoverage: instruments.mutantCoverage };
    } catch (error) {
      return { status: "error", errorMessage: wordsOf(error) };
    }
  }

  async mutantRun(run: MutantRun) {
    // Stryker starts another process and hands it the same mutant.
    if (this.#spoilt || this.#loads >= LOADS_MAX) process.exit(1);
    this.#mutants += 1;
    const files = nearestFirst(mutationTests(process.cwd()), run.sandboxFileName);
    if (run.mutantActivation === "static") return await this.#runWhileLoading(run, files);
    return await this.#runLoaded(run, await this.#load(files));
  }

  /** The mutant is in force from the first module on. A file is loaded when those before it have noticed nothing. */
  #runWhileLoading(run: MutantRun, files: readonly string[]): Promise<Verdict> {
    return this.#loadAnew(async () => {
      let tried = 0;
      try {
        for (const file of files) {
          instruments.activeMutant = run.activeMutant.id;
          const result = await this.#runLoaded(run, await loadFile(file));
          tried += result.nrOfTests ?? 0;
          if (result.status !== "survived") return result;
        }
        return survived(tried);
      } catch (error) {
        // Tests that cannot even be loaded have noticed.
        return killed(["loading"], wordsOf(error), tried);
      } finally {
        instruments.activeMutant = undefined;
      }
    });
  }

  async #loadAnew<T>(work: () => Promise<T>): Promise<T> {
    this.#loads += 1;
    this.#time = this.#loads;
    try {
      return await work();
    } finally {
      this.#time = 0;
    }
  }

  async #runLoaded(run: MutantRun, loaded: readonly CollectedTest[]): Promise<Verdict> {
    const { disableBail, testFilter, hitLimit, activeMutant, mutantActivation } = run;
    const wanted = testFilter && new Set(testFilter);
    const tests = loaded.filter(({ id }) => !wanted || wanted.has(id));
    Object.assign(instruments, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const outcomes = await runTests({ tests, bail: !disableBail });
    const hits = instruments.hitCount ?? 0;
    instruments.activeMutant = undefined;
    Object.assign(instruments, { hitCount: undefined, hitLimit: undefined });
    if (hitLimit !== undefined && hits > hitLimit) {
      return { status: "timeout", reason: `ran through the mutant ${hits} times, a hundred times as often as without` };
    }
    const failed = outcomes.filter(({ failure }) => failure !== undefined);
    if (failed.length === 0) return survived(outcomes.length);
    if (mutantActivation === "runtime") await this.#lookForTraces(failed.map(({ test }) => test));
    return killed(
      failed.map(({ test }) => test.id),
      failed[0]?.failure ?? "",
      outcomes.length,
    );
  }

  /**
   * What failed with the mutant has to pass without it, or it is not the mutant that was noticed but what an earlier one left. In
   * a process of its own the mutant is tried again, and what it leaves there itself is no other's.
   */
  async #lookForTraces(tests: readonly CollectedTest[]): Promise<void> {
    const again = await runTests({ tests, bail: true });
    if (again.every(({ failure }) => failure === undefined)) return;
    if (this.#mutants > 1) process.exit(1);
    this.#spoilt = true;
  }

  /** As they are without any mutant; once. */
  async #load(files: readonly string[]): Promise<readonly CollectedTest[]> {
    for (const file of files) if (!this.#loaded.has(file)) this.#loaded.set(file, await loadFile(file));
    return files.flatMap((file) => this.#loaded.get(file) ?? []);
  }
}

function loadFile(file: string): Promise<readonly CollectedTest[]> {
  return collectFile(file, () => import(pathToFileURL(join(process.cwd(), file)).href));
}

/** Says of each test which mutants it comes by. */
function runWatched(tests: readonly CollectedTest[]): Promise<TestOutcome[]> {
  return runTests({
    tests,
    bail: false,
    onStart: (test) => {
      instruments.currentTestId = test?.id;
    },
  });
}

/** A module's address says which time of loading it belongs to: with another number it is another module. */
function putStandInsInPlace(time: () => number): void {
  const ours = pathToFileURL(join(process.cwd(), "/")).href;
  const packages = pathToFileURL(join(process.cwd(), "node_modules", "/")).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const standIn = STAND_INS[specifier];
      if (standIn && context.parentURL !== standIn) return { url: standIn, shortCircuit: true };
      const found = next(specifier, context);
      const isAnew = time() > 0 && found.url.startsWith(ours) && !found.url.startsWith(packages);
      return isAnew ? { ...found, url: `${found.url}?${time()}` } : found;
    },
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Verdict {
  readonly status: "killed" | "survived" | "timeout";
  readonly nrOfTests?: number;
  readonly killedBy?: readonly string[];
  readonly failureMessage?: string;
  readonly reason?: string;
}

function survived(nrOfTests: number): Verdict {
  return { status: "survived", nrOfTests };
}

function killed(killedBy: readonly string[], failureMessage: string, nrOfTests: number): Verdict {
  return { status: "killed", killedBy, failureMessage, nrOfTests };
}

function resultOf({ test: { id, name, file }, milliseconds, failure }: TestOutcome) {
  const told = { id, name, fileName: join(process.cwd(), file), timeSpentMs: milliseconds };
  return failure === undefined ? { ...told, status: 0 } : { ...told, status: 1, failureMessage: failure };
}

/** The tests that name the mutant's module are the likeliest to notice it, then those beside it; the first that does ends the run. */
function nearestFirst(files: readonly string[], mutated: string): string[] {
  const path = relative(process.cwd(), mutated);
  const shared = (file: string) => {
    let length = 0;
    while (length < path.length && file[length] === path[length]) length += 1;
    return length;
  };
  const names = (file: string) => readFileSync(file, "utf8").includes(`/${basename(path)}"`);
  const near = (file: string) => (names(file) ? 2 : 0) + (dirname(file) === dirname(path) ? 1 : 0);
  const ranks = new Map(files.map((file) => [file, [near(file), shared(file)] as const]));
  const rank = (file: string) => ranks.get(file) ?? [0, 0];
  return files.toSorted((a, b) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1]);
}

export const strykerPlugins = [{ kind: "TestRunner", name: "warm", factory: () => new WarmRunner() }];
