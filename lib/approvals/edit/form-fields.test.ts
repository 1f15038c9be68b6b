import { describe, expect, it } from "vitest";
import { composeInput } from "./compose-input.ts";
import { type FieldState, type FormField, fieldsOf } from "./form-fields.ts";

const schema = {
  type: "object",
  required: ["to", "amount"],
  properties: {
    to: { type: "string", description: "Who receives it." },
    amount: { type: "number" },
    count: { type: "integer" },
    urgent: { type: "boolean" },
    currency: { enum: ["EUR", "USD", 7, null] },
    note: { type: ["string", "null"] },
    tags: { type: "array", items: { type: "string" } },
    mode: { anyOf: [{ const: "fast" }, { const: "slow" }, { type: "null" }] },
  },
};
const input = JSON.stringify({
  to: "ACME",
  amount: 1240.5,
  count: 3,
  urgent: false,
  currency: 7,
  note: null,
  tags: ["a"],
  mode: "fast",
});

function form(text = input, of: Record<string, unknown> = schema): FormField[] {
  const fields = fieldsOf(of, text);
  if (!fields) throw new Error("no form");
  return fields;
}

const changed = (states: Record<string, FieldState>, fields = form()) => composeInput(fields, states);
const value = (text: string): FieldState => ({ given: "value", text });

describe("a form from a schema", () => {
  it("has a field of its own kind for each argument", () => {
    expect(form().map(({ name, kind, nullable }) => [name, kind, nullable])).toEqual([
      ["to", "text", false],
      ["amount", "number", false],
      ["count", "integer", false],
      ["urgent", "boolean", false],
      ["currency", "choice", true],
      ["note", "text", true],
      ["tags", "json", false],
      ["mode", "choice", true],
    ]);
  });

  it("left as it is gives the same value back, number for number", () => {
    const composed = changed({});
    expect(composed.ok && JSON.parse(composed.text)).toEqual(JSON.parse(input));
  });

  it("shows what the schema does not know, and a value that is not of its kind, as JSON", () => {
    const fields = form('{"amount":"12","other":[1],"loose":"x"}');
    expect(fields.map(({ name, kind }) => [name, kind]).slice(0, 3)).toEqual([
      ["amount", "json"],
      ["other", "json"],
      ["loose", "text"],
    ]);
    const composed = changed({ to: value("ACME") }, fields);
    expect(composed.ok && JSON.parse(composed.text)).toEqual({ amount: "12", other: [1], loose: "x", to: "ACME" });
  });

  it("is not made of what is no object", () => {
    expect(fieldsOf(schema, "[1]")).toBeNull();
    expect(fieldsOf(schema, "not json")).toBeNull();
  });

  it("takes no property of every object for one of the schema", () => {
    expect(form("{}", { properties: {} })).toEqual([]);
    expect(form('{"constructor":1}', {})[0]).toMatchObject({ name: "constructor", kind: "json" });
  });
});

describe("what is typed", () => {
  it.each([
    ["amount", "0.10", 0.1],
    ["amount", "-1e3", -1000],
    ["count", "42", 42],
    ["urgent", "true", true],
    ["currency", '"EUR"', "EUR"],
    ["currency", "7", 7],
    ["to", "007", "007"],
    ["to", "true", "true"],
    ["to", ' spaces and "quotes" ', ' spaces and "quotes" '],
    ["tags", '["b", {"c": null}]', ["b", { c: null }]],
  ])("%s %j keeps its type", (name, text, expected) => {
    const composed = changed({ [name]: value(text) });
    expect(composed.ok && JSON.parse(composed.text)).toMatchObject({ [name]: expected });
  });

  it.each([
    ["amount", ""],
    ["amount", "12,5"],
    ["amount", "0x10"],
    ["amount", "1e999"],
    ["amount", "Infinity"],
    ["count", "1.5"],
    ["count", "9007199254740993"],
    ["urgent", "yes"],
    ["currency", '"GBP"'],
    ["tags", "[1"],
    ["tags", '1, "amount": 2'],
  ])("%s %j is refused at its field", (name, text) => {
    expect(changed({ [name]: value(text) })).toEqual({ ok: false, errors: { [name]: expect.any(String) } });
  });

  it("is left out, or null, only where the schema lets it", () => {
    const composed = changed({ count: { given: "absent" }, note: { given: "null" } });
    expect(composed.ok && JSON.parse(composed.text)).not.toHaveProperty("count");
    expect(changed({ to: { given: "absent" } })).toMatchObject({ ok: false });
    expect(changed({ amount: { given: "null" } })).toMatchObject({ ok: false });
  });
});

it("takes an argument by its name, also when every object has something under that name", () => {
  const text = JSON.stringify({ constructor: "x", toString: "y" });
  const fields = form(text, { type: "object", properties: { constructor: { type: "string" }, toString: {} } });
  const composed = composeInput(fields, {});
  expect(composed.ok && JSON.parse(composed.text)).toEqual({ constructor: "x", toString: "y" });
});
