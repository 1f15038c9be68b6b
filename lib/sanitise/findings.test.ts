import { expect, test } from "vitest";
import { SEVERITIES } from "./finding.ts";
import { Findings } from "./findings.ts";
import { defaultPolicy } from "./policy.ts";
import type { Note } from "./stage.ts";

const policy = defaultPolicy("prose");

/** More than are kept, in no order and of every gravity, with some at one place. */
function flood(count: number): Note[] {
  return Array.from({ length: count }, (_, at): Note => {
    const start = (at * 7919) % 9001;
    const severity = SEVERITIES[(at * 31) % 97 < 3 ? (at % 4) + 1 : 0] ?? "info";
    return { rule: `rule.${at}`, severity, start, end: start + (at % 3), action: "none" };
  });
}

function keptOf(batches: readonly (readonly Note[])[]): ReturnType<Findings["finish"]> {
  const findings = new Findings(policy);
  for (const batch of batches) findings.take(batch, [], 0, 0);
  return findings.finish();
}

test("of a flood the gravest and first are kept, and it does not matter in how many pieces it came", () => {
  const notes = flood(23_000);
  const atOnce = keptOf([notes]);
  const oneByOne = keptOf(notes.map((note) => [note]));
  expect(atOnce.findings).toHaveLength(5_000);
  expect(atOnce).toEqual(oneByOne);
  expect(atOnce.findingsDropped).toBe(18_000);
  const alarms = notes.filter(({ severity }) => severity !== "info");
  expect(atOnce.findings.filter(({ severity }) => severity !== "info")).toHaveLength(alarms.length);
});

test("what is dropped withholds the output all the same", () => {
  const blocking = { ...policy, steps: { ...policy.steps, roles: "block" } } as typeof policy;
  const findings = new Findings(blocking);
  const graver: Note[] = flood(6_000).map((note) => ({ ...note, severity: "critical" }));
  findings.take([...graver, { rule: "role.token", severity: "high", start: 9, end: 10, action: "none" }], [], 0, 0);
  expect(findings.blocking).toEqual(["roles"]);
  expect(findings.finish().findings.some(({ rule }) => rule === "role.token")).toBe(false);
});
