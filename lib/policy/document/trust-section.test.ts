import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { diffPolicies } from "./diff-policies.ts";
import { parsePolicy } from "./parse-policy.ts";
import { renderPolicy } from "./render-policy.ts";

const parse = (text: string) => parsePolicy(text, { base: POLICY_AS_SHIPPED });
const EXAMPLES = ["disabled", "weighted", "per-category", "milestone"] as const;
const textOf = (name: string) => readFileSync(`lib/policy/document/golden/trust-${name}.yaml`, "utf8");

describe("the examples people know it by", () => {
  test.each(EXAMPLES)("%s loads as it is written, and is written back to the same", (name) => {
    const parsed = parse(textOf(name));
    if (!parsed.ok) throw new Error(parsed.message);
    const { document } = parsed.value;
    expect(document.trust?.strategy).toBe(name.replace("-", "_"));
    const again = parse(renderPolicy(document));
    expect(again.ok && again.value.document).toEqual(document);
    expect(diffPolicies(POLICY_AS_SHIPPED, document)).toMatchObject([{ path: "/trust", widening: true }]);
  });

  test("other words for a category become ours", () => {
    const parsed = parse(textOf("per-category"));
    expect(parsed.ok && parsed.value.document.trust?.initial_levels).toEqual({
      file_system: "restricted",
      version_control: "restricted",
      code_execution: "sandboxed",
      deployment: "sandboxed",
      database: "sandboxed",
      terminal: "sandboxed",
    });
  });
});

test.each([
  ["filesystem", "file_system"],
  ["files", "file_system"],
  ["git", "version_control"],
  ["network", "web"],
  ["deploy", "deployment"],
  ["code", "code_execution"],
  ["database", "database"],
])("%s is written back as %s", (word, category) => {
  const parsed = parse(`trust: {strategy: per_category, initial_levels: {${word}: restricted}}`);
  expect(parsed.ok && parsed.value.document.trust?.initial_levels).toEqual({ [category]: "restricted" });
});

test.each(["constructor", "toString", "__proto__"])("%s, which every object has, is no category", (word) => {
  expect(parse(`trust: {strategy: per_category, initial_levels: {${word}: restricted}}`).ok).toBe(false);
});

describe("is refused, with its line,", () => {
  const per = "trust:\n  strategy: per_category\n";
  test.each([
    ["a strategy nobody knows", "trust:\n  strategy: wieghted\n", 2, "weighted"],
    [
      "a section of another strategy",
      "trust:\n  strategy: disabled\n  weights: { error_rate: 1 }\n",
      3,
      "does not read weights",
    ],
    ["weights that do not add up", "trust:\n  strategy: weighted\n  weights:\n    error_rate: 0.5\n", 3, "add up to 1"],
    ["a misspelt weight", "trust:\n  strategy: weighted\n  weights:\n    eror_rate: 1\n", 4, "error_rate"],
    [
      "a threshold above one",
      "trust:\n  strategy: weighted\n  promotion_thresholds:\n    sandboxed_to_restricted: 40\n",
      4,
      "at most 1",
    ],
    [
      "elevated without a person",
      "trust:\n  strategy: weighted\n  promotion_thresholds:\n    standard_to_elevated:\n      score: 0.8\n      requires_human_approval: false\n",
      4,
      "takes a person",
    ],
    [
      "deployment without a person",
      `${per}  promotion_criteria:\n    deployment:\n      sandboxed_to_restricted:\n        tasks_completed: 1\n        auto_promote: true\n`,
      5,
      "deployment takes a person",
    ],
    [
      "a start at elevated",
      "trust:\n  strategy: milestone\n  initial_level: elevated\n",
      3,
      "does not start at elevated",
    ],
    ["a category nobody knows", `${per}  initial_levels:\n    gut: restricted\n`, 4, "A category is one of"],
    [
      "a category by two names",
      `${per}  initial_levels:\n    git: restricted\n    version_control: standard\n`,
      5,
      "version_control is here already, as git.",
    ],
    [
      "a step by itself and by a person",
      "trust:\n  strategy: milestone\n  milestones:\n    sandboxed_to_restricted:\n      auto_promote: true\n      requires_human_approval: true\n",
      4,
      "not both",
    ],
  ])("%s", (_case, text, line, words) => {
    const parsed = parse(text);
    if (parsed.ok) throw new Error("it was taken");
    const errors = (parsed.details as { errors: { line: number; message: string }[] }).errors;
    expect(errors.map((error) => error.message).join(" ")).toContain(words);
    expect(errors.map((error) => error.line)).toContain(line);
  });
});
