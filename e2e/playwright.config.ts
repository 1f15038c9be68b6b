import { defineConfig } from "playwright/test";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { locateBrowser } from "#scripts/system/prerequisite.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./clear-leftovers.ts",
  // One for each core of a small machine: a third took longer, for each has an installation of its own to start and keep. A worker
  // takes one file after the other.
  workers: 2,
  // In the order of their names: what waits longest (lost-calls, for a lease) has others behind it.
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  // Patience costs nothing when all is well, and a busy machine is no fault of the app.
  expect: { timeout: 20_000 },
  reporter: "list",
  // Node runs our modules as they are; translating some five hundred of them first took ten seconds of a core.
  build: { external: ["db", "lib", "scripts"].map((folder) => `${PROJECT_ROOT}/${folder}/**`) },
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Recording every step costs as much as the steps; whoever hunts a failure sets it.
    trace: process.env.AIRLOCK_E2E_TRACE ? "retain-on-failure" : "off",
    // The system's own browser: nothing is downloaded for a test.
    launchOptions: { executablePath: locateBrowser() },
  },
});
