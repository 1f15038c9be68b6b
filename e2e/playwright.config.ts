import { defineConfig } from "playwright/test";
import { CHROMIUM, locate } from "#scripts/system/prerequisite.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // One installation serves all tests, started once and stopped after the last.
  globalSetup: "./installation.ts",
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: process.env.AIRLOCK_E2E_DASHBOARD,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    // The system's own browser: nothing is downloaded for a test.
    launchOptions: { executablePath: locate(CHROMIUM) },
  },
});
