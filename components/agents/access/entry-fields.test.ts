import { describe, expect, it } from "vitest";
import { policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { NARROWED, readEntry } from "./entry-fields.ts";

const entrySchema = policyDocumentSchema.shape.agents.valueType;

function filled(values: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value);
  return form;
}

describe("the form of an agent's part of the policy", () => {
  it("means what was filled in, a name once", () => {
    const form = filled([
      ["profiles", "careful"],
      ["profiles", "autonomy_semi"],
      ["deny", "write_file\nwrite_file\n  git_push "],
      ["allow", ""],
      ["narrow.network", "none"],
      ["narrow.deployment", "false"],
      ["narrow.git", ""],
      ["report_only", "on"],
    ]);
    expect(entrySchema.parse(readEntry(form, undefined))).toEqual({
      profiles: ["careful", "autonomy_semi"],
      deny: ["write_file", "git_push"],
      allow: [],
      narrow: { network: "none", deployment: false },
      enforce_tool_policies: false,
    });
  });

  it("keeps what it has no field for", () => {
    const before = entrySchema.parse({ narrow: { network: "none", requires_approval: ["deploy"], commands: ["git"] } });
    expect(readEntry(filled([]), before)).toMatchObject({
      narrow: { requires_approval: ["deploy"], commands: ["git"] },
    });
    expect(readEntry(filled([]), before).narrow).not.toHaveProperty("network");
  });

  it.each(NARROWED.flatMap(({ field, values }) => values.map(([value]) => [field, value] as const)))(
    "offers only what the document knows: %s %s",
    (field, value) => {
      expect(entrySchema.safeParse(readEntry(filled([[`narrow.${field}`, value]]), undefined)).success).toBe(true);
    },
  );
});
