import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The tests that mutants of lib/policy have to survive: those beside it that need no database. Each mutant runs them again, so
 * those that try hundreds of random policies (`*.property.test.ts`) are left out.
 */
export function mutationTests(root: string): string[] {
  return globSync("lib/policy/**/*.test.ts", { cwd: root })
    .filter(
      (file) => !file.endsWith(".property.test.ts") && !/#db\/|postgres/.test(readFileSync(join(root, file), "utf8")),
    )
    .sort();
}
