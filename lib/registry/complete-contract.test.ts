import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { SafetyClass } from "#lib/policy/vocabulary.ts";
import { prepareRegistration } from "./prepare-registration.ts";
import { externalContract, externalTool, processContract, processTool } from "./process-tool.ts";
import { defineContract, type Tool, tool } from "./tool.ts";

const CODE = "export default { execute: async () => ({ said: 1 }) };\n";
const BUNDLE = "9a0a9a6bd1b1e7c1b0a0c1d8f3a2f8b41dc6ad5a3cd04a6a3a9b3fd2a6ab9a7e";
const input = z.strictObject({ path: z.string(), times: z.number().int().optional() });
const output = z.strictObject({ said: z.string() });

/** The short form, as it stands. */
const short = tool({
  name: "say",
  description: "Says it.",
  input,
  output,
  safetyClass: "read",
  idempotency: "optional",
  execute: async (call) => {
    expectTypeOf(call).toEqualTypeOf<{ path: string; times?: number | undefined }>();
    return { said: call.path };
  },
});

function contract(more: object = {}) {
  return defineContract({ ...short, ...more } as Tool, BUNDLE);
}

function errorsOf(outcome: ReturnType<typeof contract>): unknown {
  return outcome.ok ? "it was accepted" : outcome.details?.errors;
}

describe("the short form", () => {
  test("is a whole contract: what is left open is filled in on the careful side, and written down", () => {
    const made = contract();
    expect(made).toMatchObject({
      ok: true,
      value: {
        egressClass: "none",
        category: "code_execution",
        actionType: "exec:code",
        idempotent: false,
        outputContent: "prose",
        policy: {
          risk: "low",
          filesystem: { read: [], write: [] },
          network: { mode: "none" },
          environment: { allow: [] },
          exec: "deny",
          limits: { hard: ["wallSeconds", "outputBytes"] },
        },
        runtime: { kind: "bundle", sha256: BUNDLE },
      },
    });
  });

  test("registers", () => {
    const declared = processContract(
      processTool({
        name: "say",
        description: "Says it.",
        input,
        safetyClass: "read",
        command: ["echo", "--", { input: "/path" }],
      }),
    );
    if (!declared.ok) throw new Error(declared.message);
    expect(prepareRegistration(declared.value, { neighbours: [] })).toMatchObject({ ok: true });
  });

  test.each<[SafetyClass, string, string, string]>([
    ["read", "none", "low", "code_execution"],
    ["write", "write", "medium", "code_execution"],
    ["financial", "write", "high", "code_execution"],
    ["privileged", "write", "high", "code_execution"],
    ["network", "read_only", "medium", "web"],
  ])("a %s tool has egress %s, risk %s and category %s", (safetyClass, egressClass, risk, category) => {
    expect(contract({ safetyClass })).toMatchObject({ value: { egressClass, policy: { risk }, category } });
  });

  test.each<SafetyClass>(["write", "financial", "privileged"])(
    "a %s tool without idempotency is refused",
    (safetyClass) => {
      expect(errorsOf(contract({ safetyClass, idempotency: undefined }))).toMatchObject([{ pointer: "/idempotency" }]);
      expect(contract({ safetyClass })).toMatchObject({ ok: true });
    },
  );

  test.each<SafetyClass>(["read", "network"])("a %s tool without idempotency takes a key or none", (safetyClass) => {
    expect(contract({ safetyClass, idempotency: undefined })).toMatchObject({ value: { idempotency: "optional" } });
  });

  test("networkAllowlist, limits and permission_level are short for what the contract calls them", () => {
    const made = contract({
      networkAllowlist: ["a.example:443"],
      limits: { wallSeconds: 5 },
      permission_level: "read_only",
    });
    expect(made).toMatchObject({
      value: {
        egressClass: "read_only",
        policy: { network: { mode: "allowlist", hosts: ["a.example:443"] }, limits: { wallSeconds: 5 }, exec: "deny" },
      },
    });
    if (made.ok)
      expect(Object.keys(made.value)).not.toEqual(
        expect.arrayContaining(["networkAllowlist", "limits", "permission_level"]),
      );
  });

  test("a read tool that names hosts and no egress class is not taken for one that nothing leaves", () => {
    expect(contract({ networkAllowlist: ["a.example:443"] })).toMatchObject({ value: { egressClass: "read_only" } });
    expect(contract({ policy: { network: { mode: "none" } } })).toMatchObject({ value: { egressClass: "none" } });
    expect(contract({ networkAllowlist: ["a.example:443"], egressClass: "none" })).toMatchObject({
      value: { egressClass: "none" },
    });
  });

  test.each<[string, object, string]>([
    [
      "hosts in short and in full",
      { networkAllowlist: ["a.example:443"], policy: { network: { mode: "none" } } },
      "/networkAllowlist",
    ],
    ["limits in short and in full", { limits: { wallSeconds: 5 }, policy: { limits: { wallSeconds: 5 } } }, "/limits"],
    ["the egress class under two names", { egressClass: "none", permission_level: "none" }, "/permission_level"],
    ["an unknown category", { category: "cooking" }, "/category"],
    ["an other that is no object", { other: "x", _meta: {} }, "/other"],
    ["an unknown field", { networkAlowlist: [] }, "/networkAlowlist"],
    ["a list of hosts without a port", { networkAllowlist: ["a.example"] }, "/networkAllowlist/0"],
  ])("%s is refused", (_name, more, pointer) => {
    expect(errorsOf(contract(more))).toMatchObject([{ pointer }]);
  });

  test("annotations may raise a class, never lower it", () => {
    expect(contract({ annotations: { destructiveHint: true } })).toMatchObject({
      value: { safetyClass: "write", egressClass: "write" },
    });
    expect(contract({ safetyClass: "write", annotations: { readOnlyHint: true } })).toMatchObject({
      value: { safetyClass: "write", egressClass: "write" },
    });
    const raised = contract({ annotations: { readOnlyHint: false }, idempotency: undefined });
    expect(errorsOf(raised)).toMatchObject([{ pointer: "/idempotency" }]);
  });

  test("what MCP says beside what we know is kept aside, hashed like everything", () => {
    expect(contract({ _meta: { a: 1 }, execution: { taskSupport: "optional" }, other: { b: 2 } })).toMatchObject({
      value: { other: { _meta: { a: 1 }, execution: { taskSupport: "optional" }, b: 2 } },
    });
  });

  test("a policy that is given stays as it is: what it leaves out is unspecified", () => {
    expect(contract({ policy: { risk: "low" } })).toMatchObject({ value: { policy: { risk: "low" } } });
  });
});

describe("a command", () => {
  const count = processTool({
    name: "count_words",
    description: "Counts words.",
    input,
    safetyClass: "read",
    command: ["wc", "-w", "--", { input: "/path" }],
  });

  test("is a contract of kind command, with text as its output", () => {
    expect(processContract(count)).toMatchObject({
      value: {
        category: "terminal",
        actionType: "exec:command",
        outputSchema: { type: "string" },
        runtime: { kind: "command", argv: ["wc", "-w", "--", { input: "/path" }] },
      },
    });
  });

  test.each<[string, (string | { input: string })[]]>([
    ["a program that input chooses", [{ input: "/path" }]],
    ["a program that begins with a dash", ["-x"]],
    ["input as a shell's command", ["sh", "-c", { input: "/path" }]],
    ["input as a shell's command, by another flag", ["/bin/bash", "-ec", { input: "/path" }]],
    ["input that is optional", ["echo", { input: "/times" }]],
    ["input that does not exist", ["echo", { input: "/nothing" }]],
    ["the whole input", ["echo", { input: "" }]],
  ])("with %s is refused", (_name, command) => {
    const made = processContract({ ...count, command } as Parameters<typeof processContract>[0]);
    if (!made.ok) throw new Error(made.message);
    expect(prepareRegistration(made.value, { neighbours: [] })).toMatchObject({
      ok: false,
      code: "invalid_definition",
    });
  });

  test("a shell may run a script of the author's with input as its arguments", () => {
    const made = processContract({ ...count, command: ["sh", "-c", 'wc -w "$1"', "--", { input: "/path" }] });
    if (!made.ok) throw new Error(made.message);
    expect(prepareRegistration(made.value, { neighbours: [] })).toMatchObject({ ok: true });
  });

  test("pointers are typed by the input schema", () => {
    // @ts-expect-error the input has no such member
    processTool({ ...count, command: ["wc", { input: "/paht" }] });
  });
});

describe("an external tool", () => {
  test("is a contract of kind external, and brings no code", () => {
    const made = externalContract(
      externalTool({ name: "ask_crm", description: "Asks.", input, output, safetyClass: "read" }),
    );
    expect(made).toMatchObject({ value: { runtime: { kind: "external" } } });
    if (!made.ok) throw new Error(made.message);
    expect(prepareRegistration(made.value, { neighbours: [], bundle: CODE })).toMatchObject({ ok: false });
  });
});
