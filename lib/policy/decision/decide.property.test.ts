import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPolicy } from "../document/arbitrary-policy.fixture.ts";
import type { PolicyDocument, PolicyProfile } from "../document/policy-document.ts";
import { arbitraryCall, type BareCall, decideBy, FEW_NAMES, strictnessBy } from "./arbitrary-call.fixture.ts";

const policies = arbitraryPolicy(FEW_NAMES);
const calls = arbitraryCall();

/** Of every document and call; a few hundred of each, so that every kind of line is met. */
const MANY = { numRuns: 200 };

function always(holds: (document: PolicyDocument, call: BareCall) => void) {
  fc.assert(fc.property(policies, calls, holds), MANY);
}

/** Drawing a document costs more than deciding by it: a second one is drawn for whoever looks at it. */
function alwaysOfTwo(holds: (document: PolicyDocument, call: BareCall, other: PolicyDocument) => void) {
  fc.assert(fc.property(policies, calls, policies, holds), MANY);
}

function linesOf(document: PolicyDocument, call: BareCall): string[] {
  return decideBy(document, call)
    .lines.map((line) => JSON.stringify(line))
    .sort();
}

function withProfiles(document: PolicyDocument, change: (profile: PolicyProfile) => PolicyProfile): PolicyDocument {
  const changed = Object.entries(document.profiles).map(([name, profile]) => [name, change(profile)]);
  return { ...document, profiles: Object.fromEntries(changed) };
}

function withEntry(
  document: PolicyDocument,
  agent: string,
  change: (entry: PolicyDocument["agents"][string]) => PolicyDocument["agents"][string],
): PolicyDocument {
  const none = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };
  return { ...document, agents: { ...document.agents, [agent]: change(document.agents[agent] ?? none) } };
}

describe("for every policy and every call", () => {
  test("the order in which anything is written never matters", () => {
    always((document, call) => {
      const turned = withProfiles(document, (profile) => ({
        ...profile,
        rules: profile.rules.toReversed(),
        human_approval: profile.human_approval.toReversed(),
        budgets: profile.budgets.toReversed(),
      }));
      const reversed = withEntry(turned, call.agent.name, (entry) => ({
        ...entry,
        profiles: entry.profiles.toReversed(),
        allow: entry.allow.toReversed(),
        deny: entry.deny.toReversed(),
      }));
      expect(decideBy(reversed, call).verdict).toEqual(decideBy(document, call).verdict);
      expect(linesOf(reversed, call)).toEqual(linesOf(document, call));
    });
  });

  test("more rules, budgets and listed actions in a profile never widen", () => {
    alwaysOfTwo((document, call, other) => {
      const more = Object.values(other.profiles);
      const grown = withProfiles(document, (profile) => ({
        ...profile,
        rules: [...profile.rules, ...more.flatMap(({ rules }) => rules)],
        budgets: [...profile.budgets, ...more.flatMap(({ budgets }) => budgets)],
        human_approval: [...profile.human_approval, ...more.flatMap(({ human_approval }) => human_approval)],
      }));
      expect(strictnessBy(grown, call)).toBeGreaterThanOrEqual(strictnessBy(document, call));
    });
  });

  test("one more profile, denied tool or narrowing of an agent never widens", () => {
    alwaysOfTwo((document, call, other) => {
      const profiles = { ...other.profiles, ...document.profiles };
      const grown = withEntry({ ...document, profiles }, call.agent.name, (entry) => ({
        ...entry,
        profiles: Object.keys(profiles),
        deny: [...entry.deny, ...Object.values(other.agents).flatMap(({ deny }) => deny)],
        narrow: entry.narrow ?? other.agents[call.agent.name]?.narrow,
      }));
      expect(strictnessBy(grown, call)).toBeGreaterThanOrEqual(strictnessBy(document, call));
    });
  });

  test("a list of what is free frees nothing", () => {
    always((document, call) => {
      const without = withProfiles(document, ({ auto_approve: _, ...profile }) => profile);
      expect(strictnessBy(document, call)).toBeGreaterThanOrEqual(strictnessBy(without, call));
    });
  });

  test("less trust never widens, save for what an agent is allowed by name", () => {
    always((document, call) => {
      const plain = withEntry(document, call.agent.name, (entry) => ({ ...entry, allow: [] }));
      const distrusted = { ...call, agent: { ...call.agent, trust: { all: "sandboxed" as const } } };
      expect(strictnessBy(plain, distrusted)).toBeGreaterThanOrEqual(strictnessBy(plain, call));
    });
  });

  test("money takes a person, privileges two, what writes outside one: even if the document said otherwise", () => {
    always((document, call) => {
      const { safety } = document.classes;
      const free = { ...safety.read, people: 0, open_people: 0 };
      const wrong: PolicyDocument = {
        ...document,
        classes: {
          safety: { read: free, write: free, network: free, financial: free, privileged: free },
          egress: { none: 0, read_only: 0, write: 0 },
        },
      };
      for (const policy of [document, wrong]) {
        const { safetyClass, egressClass, policy: declared } = call.contract;
        const strictness = strictnessBy(policy, call);
        if (safetyClass === "privileged") expect(strictness).toBeGreaterThanOrEqual(2);
        if (["write", "financial"].includes(safetyClass) || egressClass === "write")
          expect(strictness).toBeGreaterThan(0);
        if (safetyClass === "network" && declared.network?.mode === "open") expect(strictness).toBeGreaterThan(0);
        if (safetyClass === "network" && !declared.network) expect(strictness).toBe(3);
      }
    });
  });

  test("what nobody knows is denied", () => {
    always((document, call) => {
      const unknown = (change: object): BareCall => ({ ...call, contract: { ...call.contract, ...change } });
      expect(strictnessBy(document, unknown({ safetyClass: "reading" }))).toBe(3);
      expect(strictnessBy(document, unknown({ egressClass: "toString" }))).toBe(3);
      expect(strictnessBy(document, unknown({ category: "weather" }))).toBe(3);
      expect(
        strictnessBy(
          withEntry(document, call.agent.name, (entry) => ({ ...entry, profiles: ["gone"] })),
          call,
        ),
      ).toBe(3);
    });
  });
});
