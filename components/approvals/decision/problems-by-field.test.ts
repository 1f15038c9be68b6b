import { expect, it } from "vitest";
import { problemsByField } from "./problems-by-field.ts";

it("puts each problem at its argument, and says where in it", () => {
  expect(
    problemsByField([
      { pointer: "/to", message: "is required" },
      { pointer: "/rows/3/a~1b", message: "must be number" },
      { pointer: "/a~1b", message: "must be string" },
      { pointer: "/to", message: "a later one" },
    ]),
  ).toEqual({ to: "is required", rows: "/3/a~1b must be number", "a/b": "must be string" });
});

it("makes nothing of what is not a list of problems", () => {
  expect(problemsByField(undefined)).toEqual({});
  expect(problemsByField([null, { pointer: 1 }])).toEqual({});
});
