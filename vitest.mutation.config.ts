import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The tests that mutants of lib/policy have to survive (`npm run mutate`): those beside it that need no database. Each mutant runs
 * them again, so those that try hundreds of random policies (`*.property.test.ts`) are left out.
 */
const tests = globSync("lib/policy/**/*.test.ts", { cwd: import.meta.dirname }).filter(
  (file) =>
    !file.endsWith(".property.test.ts") &&
    !/#db\/|postgres/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

export default defineConfig({ test: { include: tests, testTimeout: 30_000 } });
