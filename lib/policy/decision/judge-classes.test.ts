import { describe, expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "../document/as-shipped.ts";
import type { PolicyClasses } from "../document/policy-document.ts";
import type { ToolPolicy } from "../tool-policy.ts";
import type { EgressClass, SafetyClass } from "../vocabulary.ts";
import { judgeClasses } from "./judge-classes.ts";

const { classes } = POLICY_AS_SHIPPED;

function linesFor(
  safetyClass: SafetyClass,
  egressClass: EgressClass = "none",
  { by = classes, policy = {}, flagged = false }: { by?: PolicyClasses; policy?: ToolPolicy; flagged?: boolean } = {},
) {
  return judgeClasses(by, { safetyClass, egressClass, policy }, flagged).map(
    ({ rule, concluded, people, saw, sentence }) => [rule, concluded, people, saw, sentence],
  );
}

const QUIET = ["egress.none", "run", undefined, "egress class none", "Tools of egress class none take nobody."];

describe("classes", () => {
  test("each asks for so many people, and says so", () => {
    expect(linesFor("read")).toEqual([
      ["safety.read", "run", undefined, "safety class read", "Tools of safety class read take nobody."],
      QUIET,
    ]);
    expect(linesFor("write")[0]).toEqual([
      ...["safety.write", "hold", 1],
      ...["safety class write", "Tools of safety class write take one person."],
    ]);
    expect(linesFor("privileged")[0]).toEqual([
      ...["safety.privileged", "hold", 2],
      ...["safety class privileged", "Tools of safety class privileged take two distinct people."],
    ]);
    expect(linesFor("read", "write")[1]).toEqual([
      ...["egress.write", "hold", 1],
      ...["egress class write", "Tools of egress class write take one person."],
    ]);
  });

  test("a network tool is asked about by what it reaches", () => {
    const network = (policy: ToolPolicy) => linesFor("network", "none", { policy })[0];
    expect(network({ network: { mode: "allowlist", hosts: ["a:1"] } })).toEqual([
      ...["safety.network", "run", undefined, "safety class network, allowlist"],
      "A network tool that keeps to its list of hosts takes nobody.",
    ]);
    expect(network({ network: { mode: "none" } })).toMatchObject({ 1: "run", 3: "safety class network, none" });
    expect(network({ network: { mode: "open" } })).toEqual([
      ...["safety.network", "hold", 1, "safety class network, open"],
      "A network tool without a list of hosts takes one person.",
    ]);
    expect(network({})).toEqual([
      ...["safety.network", "deny", undefined, "safety class network, no list"],
      "A network tool has to list the hosts it reaches.",
    ]);
  });

  test("the document may ask for more", () => {
    const { safety } = classes;
    const stricter: PolicyClasses = {
      safety: {
        ...safety,
        read: { ...safety.read, people: 1 },
        financial: { ...safety.financial, people: 2 },
        network: { ...safety.network, people: 1, open_people: 2 },
      },
      egress: { none: 1, read_only: 2, write: 2 },
    };
    const people = (safetyClass: SafetyClass, egressClass: EgressClass, mode: "none" | "open" = "none") =>
      linesFor(safetyClass, egressClass, { by: stricter, policy: { network: { mode } } }).map((line) => line[2]);
    expect(people("read", "none")).toEqual([1, 1]);
    expect(people("financial", "read_only")).toEqual([2, 2]);
    expect(people("network", "write")).toEqual([1, 2]);
    expect(people("network", "write", "open")).toEqual([2, 2]);
  });

  test("the open network is never easier to get than a list of hosts", () => {
    const { safety } = classes;
    const odd = { ...classes, safety: { ...safety, network: { ...safety.network, people: 2, open_people: 1 } } };
    expect(linesFor("network", "none", { by: odd, policy: { network: { mode: "open" } } })[0]?.[2]).toBe(2);
  });

  test("the registry's flag is a line where no class has it anyway", () => {
    const flag = ["registry.requires_approval", "hold", 1, "requires_approval", "The registry asks for a person."];
    expect(linesFor("read", "none", { flagged: true })).toHaveLength(3);
    expect(linesFor("read", "read_only", { flagged: true })[2]).toEqual(flag);
    expect(linesFor("network", "none", { flagged: true })[2]).toEqual(flag);
    for (const safety of ["write", "financial", "privileged"] as const) {
      expect(linesFor(safety, "none", { flagged: true })).toHaveLength(2);
    }
    expect(linesFor("read", "write", { flagged: true })).toHaveLength(2);
    expect(linesFor("read")).toHaveLength(2);
  });

  test("a class that the policy does not know is refused", () => {
    expect(linesFor("reading" as SafetyClass)[0]).toEqual([
      ...["safety.reading", "deny", undefined, "safety class reading"],
      "The policy does not know this safety class.",
    ]);
    expect(linesFor("read", "valueOf" as EgressClass)[1]).toEqual([
      ...["egress.valueOf", "deny", undefined, "egress class valueOf"],
      "The policy does not know this egress class.",
    ]);
  });
});
