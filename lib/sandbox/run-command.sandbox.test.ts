import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { sandboxResultSchema } from "./result.ts";
import { runCommandUnderPolicy } from "./run-command.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "airlock-command-"));
  mkdirSync(join(base, "data"));
  mkdirSync(join(base, "out"));
  writeFileSync(join(base, "data/in"), "data");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const run = (policy: ToolPolicy, argv: string[], more = {}) =>
  runCommandUnderPolicy(policy, argv, { nodePath: process.execPath, ...more });

describe("a command under a policy", () => {
  test("reads what it may read, writes where it may write, and the result is whole", async () => {
    const policy: ToolPolicy = { filesystem: { read: [`${base}/data/**`], write: [`${base}/out/**`] }, exec: "allow" };
    const result = await run(policy, [
      "sh",
      "-c",
      `cat ${base}/data/in > ${base}/out/copy; touch ${base}/data/x; echo said >&2; exit 3`,
    ]);
    expect(sandboxResultSchema.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      backend: "bubblewrap",
      exitCode: 3,
      signal: null,
      timedOut: false,
      truncated: false,
      network: [],
    });
    expect(result.stderr).toMatch(/Read-only file system[\s\S]*said/);
    expect(readFileSync(join(base, "out/copy"), "utf8")).toBe("data");
    expect(existsSync(join(base, "data/x"))).toBe(false);
  });

  test("whose program is not there ends as a shell would say it, and not as a sandbox that failed", async () => {
    const result = await run({}, ["/no/such/program"]);
    expect(result).toMatchObject({ exitCode: 127, stderr: "/no/such/program: No such file or directory\n" });
    expect(result.error).toBeUndefined();
  });

  test("whose arguments are as long as may be runs, and one byte more is the input's fault", async () => {
    const argument = "x".repeat(131_071);
    const count = ["sh", "-c", 'echo "$#" "${#1}"', "sh"];
    const words = Array<string>(7).fill(argument);
    expect(await run({ exec: "allow" }, [...count, ...words])).toMatchObject({ stdout: "7 131071\n", exitCode: 0 });
    expect(await run({ exec: "allow" }, [...count, `${argument}x`])).toMatchObject({
      error: { code: "invalid_input" },
    });
  });

  test("an empty policy grants nothing", async () => {
    const result = await run({}, ["ls", "/", base]);
    expect(result.stdout).not.toMatch(/workspace|project|home|root/);
    expect(result.stderr).toContain("No such file");
  });

  test("reads its input, and can open it and its output by name", async () => {
    const script = "cat /dev/stdin; echo out > /dev/stdout; echo err > /dev/stderr";
    expect(await run({ exec: "allow" }, ["sh", "-c", script], { stdin: "in\n" })).toMatchObject({
      stdout: "in\nout\n",
      stderr: "err\n",
    });
  });

  test("only the listed part of the environment comes in", async () => {
    const environment = { TZ: "UTC", OTHER: "x" };
    const result = await run({ environment: { allow: ["TZ"] } }, ["env"], { environment });
    expect(result.stdout.trim().split("\n").sort()).toEqual([
      "HOME=/tmp",
      "LANG=C.UTF-8",
      "PATH=/usr/bin:/bin",
      "PWD=/tmp",
      "TZ=UTC",
    ]);
  });

  test("a signal is told apart from an exit", async () => {
    expect(await run({}, ["sh", "-c", "kill -SEGV $$"])).toMatchObject({ signal: "SIGSEGV", exitCode: 139 });
  });

  test("a program that is not there is the command's failure, not the sandbox's", async () => {
    const result = await run({}, ["no-such-program"]);
    expect(result.error).toBeUndefined();
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain("no-such-program");
  });

  test.each([
    [{ filesystem: { read: ["/etc/**"] } }, "path_refused"],
    [{ filesystem: { read: ["/nowhere/at/all/**"] } }, "no_sandbox"],
  ] as [ToolPolicy, string][])("%j is refused with a reason", async (policy, code) => {
    expect((await run(policy, ["true"])).error?.code).toBe(code);
  });

  test("a backend that is not there is refused, and nothing else is tried", async () => {
    const result = await run({}, ["true"], { backend: "firejail" });
    expect(result).toMatchObject({ backend: "firejail", exitCode: null, error: { code: "no_sandbox" } });
  });
});
