import { configDefaults, defineConfig } from "vitest/config";

const SANDBOX_TESTS = "**/*.sandbox.test.ts";
const notOurs = [...configDefaults.exclude, ".next/**", ".airlock/**", "e2e/**"];

export default defineConfig({
  test: {
    globalSetup: "./scripts/test/database-for-tests.ts",
    // Database tests share one small server; more files at once than cores only makes each slower.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["**/*.test.{ts,tsx}"], exclude: [...notOurs, SANDBOX_TESTS] } },
      // Apart, because they need bubblewrap; `npm test -- --without=sandbox` leaves them out.
      { extends: true, test: { name: "sandbox", include: [SANDBOX_TESTS], exclude: notOurs } },
    ],
  },
});
