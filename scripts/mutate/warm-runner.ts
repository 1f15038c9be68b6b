/**
 * Stryker's test runner for lib/policy: loads the tests once and switches from mutant to mutant, where a runner that starts its
 * tests anew spends a second or two on each of thousands. Only a mutant of what runs while a module is loaded gets a process of
 * its own: Stryker starts that, because `reloadEnvironment` is false.
 */
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { beginFile, type CollectedTest, collectedTests } from "./collected-tests.ts";
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

class WarmRunner {
  readonly #loaded = new Set<string>();
  #unloadable: string | undefined;
  #mutants = 0;
  /** A mutant has left something behind that fails tests without it. */
  #spoilt = false;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    for (const file of mutationTests(process.cwd())) await this.#load(file);
    if (this.#unloadable !== undefined) return { status: "error", errorMessage: this.#unloadable };
    const outcomes = await runTests({
      tests: collectedTests(),
      bail: false,
      onStart: (test) => {
        instruments.currentTestId = test?.id;
      },
    });
    return { status: "complete", tests: outcomes.map(resultOf), mutantCoverage: instruments.mutantCoverage };
  }

  async mutantRun(run: MutantRun) {
    // Stryker starts another process and hands it the same mutant.
    if (this.#spoilt) process.exit(1);
    this.#mutants += 1;
    const files = nearestFirst(mutationTests(process.cwd()), run.sandboxFileName);
    if (run.mutantActivation === "static") return await this.#runWhileLoading(run, files);
    for (const file of files) await this.#load(file);
    return await this.#runLoaded(run, files);
  }

  /** The mutant is in force from the first module on. A file is loaded when those before it have noticed nothing. */
  async #runWhileLoading(run: MutantRun, files: readonly string[]) {
    instruments.activeMutant = run.activeMutant.id;
    let tried = 0;
    for (const file of files) {
      await this.#load(file);
      // Tests that cannot even be loaded have noticed.
      if (this.#unloadable !== undefined) return killed(["loading"], this.#unloadable, tried);
      const result = await this.#runLoaded(run, [file]);
      tried += result.nrOfTests ?? 0;
      if (result.status !== "survived") return result;
    }
    return survived(tried);
  }

  async #runLoaded(run: MutantRun, files: readonly string[]): Promise<Verdict> {
    const { disableBail, testFilter, hitLimit, activeMutant, mutantActivation } = run;
    const wanted = testFilter && new Set(testFilter);
    const tests = files.flatMap((file) =>
      collectedTests().filter((test) => test.file === file && (!wanted || wanted.has(test.id))),
    );
    Object.assign(instruments, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const outcomes = await runTests({ tests, bail: !disableBail });
    const hits = instruments.hitCount ?? 0;
    if (mutantActivation === "runtime") instruments.activeMutant = undefined;
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

  async #load(file: string): Promise<void> {
    if (this.#loaded.has(file)) return;
    if (this.#loaded.size === 0) putStandInsInPlace();
    this.#loaded.add(file);
    beginFile(file);
    try {
      await import(pathToFileURL(join(process.cwd(), file)).href);
    } catch (error) {
      this.#unloadable ??= `${file}: ${error instanceof Error ? error.message : error}`;
    }
  }
}

function putStandInsInPlace(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = STAND_INS[specifier];
      return url && context.parentURL !== url ? { url, shortCircuit: true } : next(specifier, context);
    },
  });
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

/** The tests beside the mutant are the likeliest to notice it, and the first that does ends the run. */
function nearestFirst(files: readonly string[], mutated: string): string[] {
  const path = relative(process.cwd(), mutated);
  const shared = (file: string) => {
    let length = 0;
    while (length < path.length && file[length] === path[length]) length += 1;
    return length;
  };
  return files.toSorted((a, b) => shared(b) - shared(a));
}

export const strykerPlugins = [{ kind: "TestRunner", name: "warm", factory: () => new WarmRunner() }];
