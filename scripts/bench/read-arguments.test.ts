import { expect, test } from "vitest";
import { readArguments } from "./read-arguments.ts";

const known = ["db", "scan"];

test("without a name all benches run; a name chooses", () => {
  expect(readArguments([], known, {})).toEqual({ names: known, json: false, help: false });
  expect(readArguments(["scan", "--json"], known, {})).toEqual({ names: ["scan"], json: true, help: false });
  expect(readArguments(["db", "--only", "ask,claim.8"], known, {})).toMatchObject({ only: ["ask", "claim.8"] });
});

test("a flag that npm took for itself still counts", () => {
  expect(readArguments(["db"], known, { npm_config_json: "true" })).toMatchObject({ json: true });
});

test("an unknown bench or flag is a usage error", () => {
  expect(readArguments(["dbb"], known, {})).toMatchObject({ fault: expect.stringContaining("'dbb'") });
  expect(readArguments(["--fast"], known, {})).toMatchObject({ fault: expect.stringContaining("--fast") });
});
