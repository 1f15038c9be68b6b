import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { SlowestFirst } from "./slowest-first.ts";

function specification(project: string, file: string): TestSpecification {
  const config = { sequence: { groupOrder: 0 }, isolate: false };
  return { moduleId: join(PROJECT_ROOT, file), project: { name: project, config } } as unknown as TestSpecification;
}

test("within a project soak comes first, and everything else keeps the order that vitest gave it", async () => {
  const seconds: Record<string, number> = { "lib/quick.test.ts": 1, "lib/slow.test.ts": 9, "soak/a.test.ts": 2 };
  const files = Object.keys(seconds).map((file) => specification("unit", file));
  const cache = {
    getTestSpecificationResult: ({ moduleId }: TestSpecification) => ({
      failed: false,
      duration: seconds[moduleId.slice(PROJECT_ROOT.length + 1)] ?? 0,
    }),
  };
  const sequencer = new SlowestFirst({ cache } as unknown as Vitest);
  const sorted = await sequencer.sort([...files, specification("sandbox", "lib/z.test.ts")]);
  expect(sorted.map(({ project, moduleId }) => `${project.name} ${moduleId.slice(PROJECT_ROOT.length + 1)}`)).toEqual([
    "sandbox lib/z.test.ts",
    "unit soak/a.test.ts",
    "unit lib/slow.test.ts",
    "unit lib/quick.test.ts",
  ]);
});
