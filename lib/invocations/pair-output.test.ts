import { describe, expect, it } from "vitest";
import type { Finding } from "#lib/sanitise/finding.ts";
import { pairOutput } from "./pair-output.ts";

const finding: Finding = {
  rule: "secret.github-pat",
  severity: "high",
  start: 6,
  end: 10,
  cleanedStart: 6,
  cleanedEnd: 8,
  action: "masked",
  path: "/content",
};

describe("pairOutput", () => {
  it("lays the leaves of raw and cleaned side by side, and a finding beside its own leaf", () => {
    const pairs = pairOutput('{"content":"token=abcd","bytes":4}', { content: "token=xx", bytes: 4 }, [finding]);
    expect(pairs).toEqual([
      { path: "/content", raw: "token=abcd", cleaned: "token=xx", findings: [finding], keyFindings: [] },
      { path: "/bytes", raw: "4", cleaned: "4", findings: [], keyFindings: [] },
    ]);
  });

  it("shows no raw text to who has not read it", () => {
    expect(pairOutput(null, { content: "x" }, [])).toEqual([
      { path: "/content", raw: null, cleaned: "x", findings: [], keyFindings: [] },
    ]);
  });

  it("takes raw output that is not JSON as one text, and a withheld cleaned value as null", () => {
    expect(pairOutput("{ broken", null, [])).toEqual([
      { path: "", raw: "{ broken", cleaned: "null", findings: [], keyFindings: [] },
    ]);
  });

  it("writes keys with slashes as JSON Pointers, as the cleaner does", () => {
    expect(pairOutput(null, { "a/b~c": ["x"] }, []).map(({ path }) => path)).toEqual(["/a~1b~0c/0"]);
  });

  it("keeps what was found in a key apart from the text under it", () => {
    const inKey = { ...finding, path: "/a", reason: "In the key. Hidden." };
    const [pair] = pairOutput(null, { a: { b: "x" } }, [inKey]);
    expect(pair).toEqual({ path: "/a/b", raw: null, cleaned: "x", findings: [], keyFindings: [inKey] });
  });
});
