import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sandboxPlanSchema } from "#lib/sandbox/plan.ts";
import type { LaunchReport } from "./launch.ts";
import { resultOf } from "./result-of.ts";

const plan = sandboxPlanSchema.parse(
  JSON.parse(readFileSync(new URL("../golden/plan-read-file.json", import.meta.url), "utf8")),
);
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

function answering(answer: string) {
  const report: LaunchReport = {
    exitCode: 0,
    signal: null,
    started: true,
    stopped: null,
    truncated: false,
    stdout: Buffer.of(),
    stderr: Buffer.of(),
    answer: Buffer.from(answer),
    outputBytes: answer.length,
    wallMs: 1,
    cpuMs: null,
    maxMemoryBytes: null,
  };
  return resultOf(plan, report, []).answer;
}

describe("an answer", () => {
  test("is read when it is one line that fits", () => {
    expect(answering('{"ok":true,"output":[1]}\n')).toEqual({ ok: true, output: [1] });
    expect(answering('{"ok":true,"output":[1]}')).toBeUndefined();
    expect(answering('{"ok":true,"output":[1]}\n\n')).toBeUndefined();
    expect(answering("[[\n")).toBeUndefined();
  });

  test("may be nested as deep as anybody needs, and no deeper", () => {
    expect(answering(`{"ok":true,"output":${nested(63)}}\n`)).toMatchObject({ ok: true });
    expect(answering(`{"ok":true,"output":${nested(64)}}\n`)).toMatchObject({ error: { code: "answer_too_deep" } });
  });

  test("of nothing but brackets is refused before it becomes a value that nobody can walk", () => {
    const hostile = nested(100_000);
    expect(() => JSON.stringify(JSON.parse(hostile)), "control: the value does exhaust the stack").toThrow(RangeError);
    expect(answering(`{"ok":true,"output":${hostile}}\n`)).toMatchObject({
      ok: false,
      error: { code: "answer_too_deep", message: "Its answer is nested deeper than 64 levels." },
    });
  });
});
