import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { hashDefinition } from "./hash.ts";
import { defineContract, type Tool, type ToolContext, tool } from "./tool.ts";

const BUNDLE = "a".repeat(64);
const echo = tool({
  name: "echo",
  description: "Says it again.",
  input: z.strictObject({ say: z.string(), times: z.number().int().optional() }),
  output: z.strictObject({ said: z.string() }),
  safetyClass: "read",
  egressClass: "none",
  category: "memory",
  idempotency: "optional",
  policy: {},
  execute: async (input, context) => {
    expectTypeOf(input).toEqualTypeOf<{ say: string; times?: number | undefined }>();
    expectTypeOf(context).toEqualTypeOf<ToolContext>();
    return { said: input.say };
  },
  declaredIn: import.meta.url,
});

function withInput(input: z.ZodType): Tool {
  return { ...echo, input };
}

describe("declaring a tool", () => {
  test("the schemas type execute, and become JSON Schemas in the contract", async () => {
    const outcome = defineContract(echo, BUNDLE);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        name: "echo",
        inputSchema: { type: "object", required: ["say"], additionalProperties: false },
        runtime: { kind: "bundle", sha256: BUNDLE },
      },
    });
  });

  test("what the author leaves open falls to the careful side", () => {
    const outcome = defineContract(echo, BUNDLE);
    expect(outcome).toMatchObject({ value: { actionType: "memory:read", idempotent: false, outputContent: "prose" } });
  });

  test("code and file names stay out of the contract, and it can be hashed", () => {
    const outcome = defineContract(echo, BUNDLE);
    if (!outcome.ok) throw new Error(outcome.message);
    expect(Object.keys(outcome.value)).not.toEqual(
      expect.arrayContaining(["execute", "declaredIn", "input", "output"]),
    );
    expect(hashDefinition(outcome.value)).toMatch(/^al1:sha256:[0-9a-f]{64}$/);
  });

  test("an object that does not say so takes no unknown members", () => {
    const outcome = defineContract(withInput(z.object({ a: z.string() })), BUNDLE);
    expect(outcome).toMatchObject({ value: { inputSchema: { additionalProperties: false } } });
  });

  test.each([
    ["a refinement", z.strictObject({ a: z.string().refine((text) => text.length > 1) })],
    ["a default", z.strictObject({ a: z.string().default("x") })],
    ["a transformation", z.strictObject({ a: z.string().transform((text) => text.length) })],
    ["a trim", z.strictObject({ a: z.string().trim() })],
    ["a coercion", z.strictObject({ a: z.coerce.number() })],
    ["a date", z.strictObject({ a: z.date() })],
  ])("%s, which JSON Schema would lose, is refused instead", (_name, input) => {
    expect(defineContract(withInput(input), BUNDLE)).toMatchObject({ ok: false, code: "invalid_definition" });
  });

  test("a policy with an unknown field is refused, and the refusal names the place", () => {
    const widened = { ...echo, policy: { network: { mode: "none", host: [] } } } as unknown as Tool;
    expect(defineContract(widened, BUNDLE)).toMatchObject({
      ok: false,
      code: "invalid_definition",
      details: { errors: [{ pointer: "/policy/network/host", message: expect.stringContaining("'hosts'") }] },
    });
  });
});
