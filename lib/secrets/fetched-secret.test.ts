import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fetchCommand, isReference, referenceOf, sealableReference } from "./fetched-secret.ts";
import { KeyCommandFailure, runKeyCommand } from "./run-key-command.ts";

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

/** Does not listen to a request to end, and has started another that does not either. */
const DEAF = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
const deaf = (started: string) => [
  process.execPath,
  "-e",
  `const { spawn } = require("node:child_process");
   const child = spawn(process.execPath, ["-e", ${JSON.stringify(DEAF)}], { stdio: ["ignore", "inherit", "ignore"] });
   require("node:fs").writeFileSync(process.argv[1], String(child.pid));
   ${DEAF}`,
  started,
];

test("a command that hangs and does not listen is ended when its time is over", async () => {
  await expect(runKeyCommand([process.execPath, "-e", DEAF], undefined, 500)).rejects.toThrow("did not answer in time");
});

test("a command that nobody wants any more is ended at once, with all it started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "airlock-command-"));
  const started = join(folder, "pid");
  const giveUp = new AbortController();
  const value = runKeyCommand(deaf(started), giveUp.signal, 60_000);
  value.catch(() => {});
  await expect.poll(() => readFileSync(started, "utf8"), { timeout: 15_000 }).toMatch(/^\d+$/);
  giveUp.abort();
  await expect(value).rejects.toThrow("did not answer in time");
  await expect.poll(() => isRunning(Number(readFileSync(started, "utf8")))).toBe(false);
  rmSync(folder, { recursive: true });
});

function isRunning(pid: number): boolean {
  try {
    // One that was killed and that nobody has taken notice of yet runs no more.
    return !/^\)\s[ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*(?=\))/s, ""));
  } catch {
    return false;
  }
}

test("a command that prints without end is ended at its bound", async () => {
  const endless = [process.execPath, "-e", "for (;;) require('node:fs').writeSync(1, 'x'.repeat(65536));"];
  await expect(runKeyCommand(endless)).rejects.toThrow("printed too much");
});

test("a command that is not there is a failure, and its reason does not name it", async () => {
  const failure = await runKeyCommand(["/nonexistent/vault"]).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(KeyCommandFailure);
  expect(failure).toMatchObject({ message: "/nonexistent/vault ended with ENOENT", reason: "ended with ENOENT" });
});
