import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { loadSandboxing } from "./load-sandboxing.ts";
import { sandboxingSchema } from "./sandboxing.ts";

const PAGE = readFileSync(join(PROJECT_ROOT, "docs", "operations.md"), "utf8");

test("the example of the manual loads", () => {
  const [, example = ""] = /```yaml\n(sandboxing:[\s\S]*?)```/.exec(PAGE) ?? [];
  expect(loadSandboxing(example)).toMatchObject({ ok: true, value: { overrides: { terminal: "deny-all" } } });
});

test("the manual speaks of every section", () => {
  for (const key of Object.keys(sandboxingSchema.shape)) expect(PAGE).toContain(key);
});
