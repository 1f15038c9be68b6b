import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowestFirst } from "./scripts/test/slowest-first.ts";

const TESTS = "**/*.test.{ts,tsx}";
const SANDBOX_TESTS = "**/*.sandbox.test.ts";
const notOurs = [...configDefaults.exclude, ".next/**", ".airlock/**", "e2e/**"];

/** They put another module in the place of one that a test before them may have loaded. */
const replacing = globSync(TESTS, { cwd: import.meta.dirname, exclude: notOurs }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8").includes("vi.mock("),
);

export default defineConfig({
  test: {
    globalSetup: "./scripts/test/database-for-tests.ts",
    setupFiles: "./scripts/test/storage-for-next.ts",
    // Twice as many as a small machine has cores: at any time somebody waits for a lease, a limit or a process to end.
    maxWorkers: 4,
    // A third of the time went into loading the same modules anew for every file. They keep nothing that a test could
    // leave behind for the next: what a test puts on the global object or into the environment, it takes away.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Patience costs nothing when all is well, and on a busy machine a start of the command line took ten seconds.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: [TESTS], exclude: [...notOurs, SANDBOX_TESTS, ...replacing] },
      },
      { extends: true, test: { name: "replacing", include: replacing, isolate: true } },
      // Apart, because they need bubblewrap; `npm test -- --without=sandbox` leaves them out.
      { extends: true, test: { name: "sandbox", include: [SANDBOX_TESTS], exclude: notOurs } },
    ],
  },
});
