import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readTrace } from "#lib/policy/read-trace.ts";
import { TraceList } from "./trace-list.tsx";

const line = {
  rule: "egress.write",
  stage: "decide",
  concluded: "hold",
  people: 1,
  saw: "write",
  sentence: "One person.",
};
const stored = { version: 1, policyVersion: 1, verdict: { kind: "hold", people: 1 }, tier: "medium", lines: [line] };
const shown = (trace: unknown) => renderToStaticMarkup(<TraceList trace={readTrace(trace)} />);

describe("the decision trace on a page", () => {
  it("lists the checks of a stored trace", () => {
    expect(shown(stored)).toContain("One person.");
  });

  it("shows characters that hide in what a check saw, because an agent may have written them", () => {
    const hidden = shown({ ...stored, lines: [{ ...line, saw: "pay\u202eload", sentence: "Saw \u200b." }] });
    expect(hidden).toContain("U+202E");
    expect(hidden).toContain("U+200B");
    expect(hidden).not.toMatch(/[\u202e\u200b]/);
  });

  it.each([
    ["nothing", null],
    ["no lines", { ...stored, lines: undefined }],
    ["lines that are no list", { ...stored, lines: { length: 1 } }],
    ["an unknown conclusion", { ...stored, lines: [{ ...line, concluded: "toString" }] }],
    ["a sentence that is no text", { ...stored, lines: [{ ...line, sentence: { $$typeof: "x" } }] }],
    ["a verdict of its own", { ...stored, verdict: "approved" }],
  ])("says that it cannot be read when the stored one has %s", (_what, trace) => {
    expect(shown(trace)).toContain("The trace of this call cannot be read.");
  });
});
