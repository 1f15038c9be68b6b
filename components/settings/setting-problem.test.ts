import { describe, expect, it } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { refusalAtField, settingProblem } from "./setting-problem.ts";

const setting = { value: 15, least: 5, most: 1440, unit: "minutes" };

describe("a typed value", () => {
  it.each(["", " ", "4", "1441", "7.5", "x", "1e9", "-6", "NaN", "Infinity"])("is refused when it is %j", (typed) => {
    expect(settingProblem(typed, setting)).toBe("A whole number of minutes from 5 to 1,440.");
  });

  it.each(["5", "1440", " 20 "])("may be %j", (typed) => {
    expect(settingProblem(typed, setting)).toBeUndefined();
  });

  it("is refused in words of a switch where the installation holds it", () => {
    expect(settingProblem("0", { value: 1, least: 1, most: 1, unit: "1 is on" })).toBe(
      "Nobody can change this one here.",
    );
  });

  it("has to be another one", () => {
    expect(settingProblem("15", setting)).toContain("already");
  });
});

describe("a refusal", () => {
  it("stands at its field, as the door told it", () => {
    expect(refusalAtField(refuse("invalid_input", "From 5 to 1440."))).toEqual({
      field: "value",
      sentence: "From 5 to 1440.",
    });
    expect(refusalAtField(refuse("reason_required", "Say why; it stays on record."))).toEqual({
      field: "reason",
      sentence: "Say why; it stays on record.",
    });
  });

  it("stands under the form, whole, when it belongs to no field", () => {
    const refusal = refuse("not_permitted");
    expect(refusalAtField(refusal)).toEqual({ field: "form", sentence: refusal.message });
  });
});
