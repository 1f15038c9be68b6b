import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { parsePolicy } from "./parse-policy.ts";
import { renderPolicy } from "./render-policy.ts";
import { FULL } from "./rich-policy.fixture.ts";

const kept = (name: string) => readFileSync(join(import.meta.dirname, "golden", name), "utf8");
const read = (text: string) => parsePolicy(text, { base: POLICY_AS_SHIPPED });

describe("a policy as YAML", () => {
  test("what ships is written word for word as it is kept here, with a line above each section on what it is for", () => {
    expect(renderPolicy(POLICY_AS_SHIPPED)).toBe(kept("as-shipped.yaml"));
    expect(read(kept("as-shipped.yaml"))).toMatchObject({ value: { document: POLICY_AS_SHIPPED } });
  });

  test("so is a policy with something of everything: levels from the least to the most, names by the alphabet, nothing that says nothing", () => {
    expect(renderPolicy(FULL)).toBe(kept("full.yaml"));
    expect(read(kept("full.yaml"))).toMatchObject({ value: { document: FULL } });
  });
});
