import { describe, expect, test } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";
import { begin, end, hear } from "./rehearsal-state.ts";

const result = { calls: 7 } as RehearsalResult;

describe("following a rehearsal", () => {
  test("from the first line to the result", () => {
    const begun = hear(begin(5), { kind: "begun", total: 10, inForce: 3 });
    const halfway = hear(begun, { kind: "progress", done: 5 });
    expect(halfway.state).toEqual({ kind: "running", startedAt: 5, total: 10, done: 5 });
    const done = hear(halfway, { kind: "result", seconds: 2, result });
    expect(done.state).toEqual({ kind: "done", inForce: 3, seconds: 2, result });
    // The end of the stream takes nothing back.
    expect(end(done, undefined)).toBe(done);
  });

  test("a stream that ends without a result is said to have ended, never shown as running on", () => {
    const begun = hear(begin(5), { kind: "begun", total: 10, inForce: 3 });
    expect(end(begun, undefined).state).toMatchObject({ kind: "refused", problems: [] });
    expect(hear(begun, { kind: "failed", code: "internal", message: "No." }).state).toMatchObject({ message: "No." });
  });

  test("a text that is wrong is refused with its lines", () => {
    const problem = { line: 3, column: 1, path: "/classes", message: "Wrong." };
    const refusal = refuse("policy_invalid", undefined, { errors: [problem] });
    expect(end(begin(0), refusal).state).toMatchObject({ kind: "refused", problems: [problem] });
  });
});
