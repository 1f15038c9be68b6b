import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "playwright/test";
import { readEnvironment } from "#lib/environment/read-environment.ts";
import { createStopStack } from "#scripts/processes/stop-stack.ts";
import { openTestHome, removeTestHome } from "#scripts/test/test-home.ts";
import { up } from "#scripts/up/up.ts";
import { setByAdmin } from "./set-setting.ts";

/** Away from the ports of an `up` that may run beside the tests, and each worker's away from the others'. */
const FIRST_PORT = 3_400;
const PORTS_OF_A_WORKER = 20;
const START_TIMEOUT_MS = 180_000;

interface Installed {
  /** Where the dashboard is. */
  readonly dashboard: string;
}

/**
 * Every worker has a whole installation of its own, as `npm run up` makes it: a test that stops all agents or kills the dispatcher
 * does so to no test beside it. Whoever needs its home or its other door asks `demo.ts`.
 */
export const test = base.extend<{ tidy: undefined }, { installed: Installed }>({
  /** A browser that is left open follows every event of every later test of its worker, and has the server render it. */
  tidy: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs.
    async ({}, use, { parallelIndex }) => {
      const home = openTestHome();
      // `npm test` has built the app into its own home, where nobody changes it: thousands of files that need no copy.
      if (process.env.AIRLOCK_E2E_APP) symlinkSync(process.env.AIRLOCK_E2E_APP, join(home, "app"));
      const stops = createStopStack();
      const port = FIRST_PORT + parallelIndex * PORTS_OF_A_WORKER;
      const environment = readEnvironment({ NODE_ENV: "test", AIRLOCK_HOME: home, PORT: String(port) });
      if (!environment.ok) throw new Error(environment.message);
      try {
        const { addresses } = await up({ environment: environment.value, demo: true, mode: "production", stops });
        process.env.AIRLOCK_E2E_HOME = home;
        process.env.AIRLOCK_E2E_GATEWAY = addresses.gateway;
        // A test that is about proofs of presence switches them on; people of the others have no passkey.
        await setByAdmin("step_up", 0);
        await use({ dashboard: addresses.dashboard });
      } finally {
        await stops.stopAll();
        await removeTestHome(home);
      }
    },
    { scope: "worker", auto: true, timeout: START_TIMEOUT_MS },
  ],
  baseURL: ({ installed }, use) => use(installed.dashboard),
});
