import { describe, expect, it } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { argumentAlarm } from "#lib/policy/argument-alarm.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { validateInput } from "#lib/registry/validate.ts";
import { FLAWS } from "./flaws.ts";
import { type DrillMaterial, makeDrill } from "./make-drill.ts";

const contract: ToolContract = {
  name: "send_report",
  description: "Sends.",
  effect: "Sends {path} to {url}",
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string" },
      path: { type: "string", maxLength: 200 },
      amount: { type: "number" },
      to: { type: "string" },
      command: { type: "string" },
      content: { type: "string" },
      kind: { enum: ["a", "b"] },
    },
    additionalProperties: false,
  },
  outputSchema: {},
  safetyClass: "write",
  egressClass: "write",
  category: "web",
  actionType: "web:post",
  idempotency: "optional",
  idempotent: true,
  policy: {},
  outputContent: "verbatim",
  runtime: { kind: "bundle", sha256: "0".repeat(64) },
};

const call = (input: Record<string, unknown>): DrillMaterial => ({
  agentId: "agent",
  toolVersionId: "version",
  tool: contract.name,
  contract,
  input: JSON.stringify(input),
  permission: "by_level",
  narrowings: [],
  enforceToolPolicies: true,
  accessLevel: "standard",
  grants: ACCESS_GRANTS.standard,
  projectRoot: null,
});

const real = {
  url: "https://api.example.com/v1",
  path: "out/report.md",
  amount: 12.5,
  to: "ana@example.com",
  command: "ls",
  content: "hello",
  kind: "a",
};

/** Every drill that could be made, by choosing each in turn. */
function all(material: readonly DrillMaterial[]) {
  let count = 0;
  makeDrill(material, (from) => {
    count = from.length;
    return from[0];
  });
  return Array.from({ length: count }, (_, at) => makeDrill(material, (from) => from[at]));
}

describe("makeDrill", () => {
  it("spoils each kind of argument in its own way, and the tool would take every one of them", () => {
    const drills = all([call(real)]);
    expect(new Set(drills.map((drill) => drill?.flaw))).toEqual(new Set(FLAWS.map(({ sentence }) => sentence)));
    for (const drill of drills) {
      expect(validateInput(contract, JSON.parse(drill?.input ?? "")).ok).toBe(true);
      expect(drill?.input).not.toBe(JSON.stringify(real));
    }
  });

  it("changes one argument and leaves the others as the agent has them", () => {
    for (const drill of all([call(real)])) {
      const bad = JSON.parse(drill?.input ?? "") as Record<string, unknown>;
      expect(Object.keys(real).filter((name) => bad[name] !== real[name as keyof typeof real])).toHaveLength(1);
    }
  });

  it("says of its arguments what the gateway would have said, so that none is known by what is missing", () => {
    for (const drill of all([call(real)])) {
      const alarm = argumentAlarm(JSON.parse(drill?.input ?? ""));
      expect(drill?.checks.filter(({ rule }) => rule === "argument.alarm")).toEqual(alarm ? [alarm] : []);
    }
    const tail = all([call(real)]).find((drill) => drill?.flaw.startsWith("The tail"));
    expect(tail?.checks.map(({ rule }) => rule)).toContain("argument.alarm");
  });

  it("makes nothing of calls that cannot be spoilt, or whose tool would refuse it", () => {
    expect(makeDrill([], (from) => from[0])).toBeUndefined();
    expect(makeDrill([call({ kind: "a" })], (from) => from[0])).toBeUndefined();
    expect(makeDrill([{ ...call({}), input: "[1]" }], (from) => from[0])).toBeUndefined();
    const tight = { ...contract, inputSchema: { type: "object", properties: { url: { const: real.url } } } };
    expect(makeDrill([{ ...call({ url: real.url }), contract: tight }], (from) => from[0])).toBeUndefined();
  });
});
