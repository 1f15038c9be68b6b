import { describe, expect, it } from "vitest";
import { formFields, inputOf, textsOf } from "./form-fields.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where." },
    lines: { type: "integer" },
    deep: { type: "object" },
    mode: { enum: ["a", 1, "1"] },
    dry: { type: "boolean" },
  },
  required: ["lines", "path"],
};

describe("a form made of an input schema", () => {
  const fields = formFields(schema) ?? [];

  it("has a field for each property, the required ones first, of the kind that fits", () => {
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["path", "text", true],
      ["lines", "number", true],
      ["deep", "json", false],
      ["mode", "choice", false],
      ["dry", "boolean", false],
    ]);
    expect(fields.find(({ name }) => name === "mode")?.choices).toEqual(['"a"', "1", '"1"']);
  });

  it("says what was typed and nothing else, with the types of the schema", () => {
    expect(inputOf(fields, { path: "/a", lines: "3", dry: "true", mode: '"1"' })).toEqual({
      json: JSON.stringify({ path: "/a", lines: 3, mode: "1", dry: true }, null, 2),
    });
    expect(inputOf(fields, {})).toEqual({ json: JSON.stringify({ path: "" }, null, 2) });
  });

  it("names the field that holds no value of its kind", () => {
    expect(inputOf(fields, { deep: "{" })).toEqual({ wrong: "deep" });
  });

  it("starts from an example, and comes back to the same input", () => {
    const example = { path: "/a", lines: 3, deep: { x: [1] }, mode: 1, dry: false };
    expect(inputOf(fields, textsOf(fields, example))).toEqual({ json: JSON.stringify(example, null, 2) });
  });

  it("is none for a schema without plain properties", () => {
    expect(formFields({ anyOf: [] })).toBeUndefined();
    expect(formFields({ type: "object", properties: {} })).toBeUndefined();
  });

  it("gives a property named __proto__ a field like any other, and sends it as a member", () => {
    const own = formFields(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}')) ?? [];
    expect(own.map(({ name }) => name)).toEqual(["__proto__"]);
    expect(inputOf(own, JSON.parse('{"__proto__":"x"}'))).toEqual({ json: '{\n  "__proto__": "x"\n}' });
  });
});
