import { expect, test } from "vitest";
import { buildArgv } from "./build-argv.ts";

test("each value becomes exactly one argument, whatever a shell would make of it", () => {
  const value = "a b; rm -rf / $(id) `id` 'x' \"y\" *";
  expect(buildArgv(["rg", { input: "/pattern" }, "/data"], { pattern: value })).toEqual({
    ok: true,
    value: ["rg", value, "/data"],
  });
});

test("a value that would be read as an option is refused, and passes behind a literal --", () => {
  const input = { file: "--upload-pack=evil" };
  expect(buildArgv(["git", "fetch", { input: "/file" }], input)).toMatchObject({ ok: false, code: "invalid_input" });
  expect(buildArgv(["git", "fetch", "--", { input: "/file" }], input)).toMatchObject({ ok: true });
});

test("a missing, structured or inherited value is refused", () => {
  for (const pointer of ["/gone", "/list", "/constructor"]) {
    expect(buildArgv(["x", { input: pointer }], { list: [1] })).toMatchObject({ ok: false });
  }
});
