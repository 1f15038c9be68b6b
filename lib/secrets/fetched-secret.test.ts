import { expect, test } from "vitest";
import { fetchCommand, isReference, referenceOf, sealableReference } from "./fetched-secret.ts";
import { runKeyCommand } from "./run-key-command.ts";

test("a reference is told from a value and put into the command as part of one argument", () => {
  const reference = referenceOf(sealableReference("kv/forge#token"));
  expect(reference).toBe("kv/forge#token");
  expect(fetchCommand(["vault", "get", "-field=value", "secret/{reference}"], reference ?? "")).toEqual([
    "vault",
    "get",
    "-field=value",
    "secret/kv/forge#token",
  ]);
  expect(referenceOf("a plain value")).toBeUndefined();
});

test.each(["-option", "a b", "a;b", "$(x)", "", "a\nb", "x".repeat(300)])("%j is not a reference", (text) => {
  expect(isReference(text)).toBe(false);
  expect(referenceOf(`airlock-fetch:${text}`)).toBeUndefined();
});

test.each([
  ["token\n", "token"],
  ["token\r\n", "token"],
  ["token", "token"],
  ["-----BEGIN\nabc\n-----END\n", "-----BEGIN\nabc\n-----END\n"],
])("of %j, which a command prints, %j is the value", async (printed, value) => {
  const print = [process.execPath, "-e", "process.stdout.write(process.argv[1])", "--", printed];
  expect(await runKeyCommand(print)).toBe(value);
});

test("a command that fails says so without repeating what it printed", async () => {
  const loud = [process.execPath, "-e", "console.error('hunter2-token'); process.exit(3)"];
  const failure = await runKeyCommand(loud).catch((error: Error) => error.message);
  expect(failure).toContain("ended with 3");
  expect(failure).not.toContain("hunter2");
});
