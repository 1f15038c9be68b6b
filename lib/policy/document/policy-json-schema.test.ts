import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { renderPolicySchema } from "./policy-json-schema.ts";
import { renderPolicy } from "./render-policy.ts";

/** Every description, with the name of what it describes. */
function descriptionsIn(schema: unknown, name = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "description" && typeof value === "string" ? [`${name}: ${value}`] : descriptionsIn(value, key),
  );
}

describe("the schema for editors", () => {
  const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(renderPolicySchema()));

  test("knows what ships, and a document of one section", () => {
    expect(accepts(parse(renderPolicy(POLICY_AS_SHIPPED)))).toBe(true);
    expect(accepts(parse(readFileSync(join(import.meta.dirname, "golden/tool-access.yaml"), "utf8")))).toBe(true);
  });

  test("underlines a word that there is not, and what lies below a floor", () => {
    expect(accepts({ profile: {} })).toBe(false);
    expect(accepts({ tool_access: { levels: { night: { network: "opn" } } } })).toBe(false);
    const { classes } = POLICY_AS_SHIPPED;
    expect(accepts({ classes: { ...classes, egress: { ...classes.egress, write: 0 } } })).toBe(false);
  });

  test("says beside each field what it does", () => {
    const golden: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "golden/descriptions.json"), "utf8"));
    expect([...new Set(descriptionsIn(JSON.parse(renderPolicySchema())))]).toEqual(golden);
  });

  test("knows what it is, and ends in a line's end", () => {
    expect(JSON.parse(renderPolicySchema())).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Airlock policy",
      description: "Made from lib/policy/document/policy-document.ts by 'npm run check -- --write'.",
      type: "object",
      additionalProperties: false,
    });
    expect(renderPolicySchema()).toMatch(/^\{\n {2}"\$schema".*\}\n$/s);
    expect(JSON.parse(renderPolicySchema())).not.toHaveProperty("required");
  });
});
