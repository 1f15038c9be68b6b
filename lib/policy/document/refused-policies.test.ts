import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { parsePolicy } from "./parse-policy.ts";
import type { LocatedProblem } from "./policy-problem.ts";

const KNOWN = {
  base: POLICY_AS_SHIPPED,
  agents: ["ada", "bert", "carl", "dora"],
  tools: ["fetch", "send_mail", "pay"],
  actionTypes: ["billing:refund"],
};

/** Documents, each with everything that its author is told about it: `line:column path sentence`. */
const CASES = readFileSync(join(import.meta.dirname, "golden/refused.txt"), "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((block) => {
    const [, what = "", text = "", said = ""] = /^(.*?)\n(.*)\n---\n(.*)$/s.exec(block) ?? [];
    return { what, text, said: said.trim().split("\n") };
  });

test.each(CASES)("what is wrong with $what is said whole, with the line of each", ({ text, said }) => {
  const parsed = parsePolicy(text, KNOWN);
  if (parsed.ok) return expect.fail("it was accepted");
  const { errors, found } = parsed.details as { errors: LocatedProblem[]; found: number };
  expect(errors.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)).toEqual(said);
  expect(found).toBe(said.length);
  const [first] = errors;
  const more = found > 1 ? ` And ${found - 1} more.` : "";
  expect(parsed.message).toBe(`Line ${first?.line}: ${first?.message}${more}`);
});

test("of a thousand mistakes a hundred are shown, all are counted, and what lies beyond a thousand is left", () => {
  const agents = (count: number) => Array.from({ length: count }, (_, n) => `  a${n}: {denny: []}`).join("\n");
  const refused = (text: string) => {
    const parsed = parsePolicy(text, { base: POLICY_AS_SHIPPED });
    return parsed.ok ? expect.fail("it was accepted") : (parsed.details as { errors: LocatedProblem[]; found: number });
  };
  expect(refused(`agents:\n${agents(300)}`)).toMatchObject({ found: 300 });
  expect(refused(`agents:\n${agents(300)}`).errors.map(({ line }) => line)).toEqual(
    Array.from({ length: 100 }, (_, n) => n + 2),
  );
  expect(refused(`agents:\n${agents(1100)}`)).toMatchObject({ found: 1000 });
  const keys = Array.from({ length: 1100 }, (_, n) => `    k${n}: 1`).join("\n");
  expect(refused(`agents:\n  ada:\n${keys}`)).toMatchObject({ found: 1000 });
});
