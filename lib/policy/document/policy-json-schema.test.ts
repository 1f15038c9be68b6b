import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { renderPolicySchema } from "./policy-json-schema.ts";
import { renderPolicy } from "./render-policy.ts";

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

  test("says beside a field what it does", () => {
    expect(renderPolicySchema()).toContain("The sandbox is as tight as ever.");
  });
});
