import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { input as commandInput } from "../run-command/contract.ts";
import { execute as runCommand } from "../run-command/execute.ts";
import { output } from "../run-node/contract.ts";
import { execute as runNode } from "../run-node/execute.ts";
import { execute as runPython } from "../run-python/execute.ts";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { findProgram } from "./find-program.ts";

const workspace = testWorkspace();
const done = { stderr: "", exitCode: 0, timedOut: false, truncated: false };

describe("the tools that run programs", () => {
  test("run_python has code, arguments, input, and the workspace's modules", async () => {
    workspace.put("own.py", "def twice(x): return x + x");
    const code = "import sys, os, own\nprint(own.twice(sys.argv[1]), sys.stdin.read(), os.getcwd())";
    const result = await runPython({ code, args: ["$(id)"], stdin: "in" }, context);
    expect(result).toEqual({ ...done, stdout: `$(id)$(id) in ${workspace.path}\n` });
    expect(output.parse(result)).toEqual(result);
    expect(readdirSync(workspace.path)).toEqual(["own.py"]);
  });

  test("run_node runs a module, with types too, and leaves nothing behind", async () => {
    const code =
      "import { argv } from 'node:process';\nconst x: number = 1;\nconsole.log(import.meta.filename, argv[2], x);";
    const { stdout, ...rest } = await runNode({ code, args: ["a b"] }, context);
    const [file = "", ...words] = stdout.trim().split(" ");
    expect({ words, ...rest }).toEqual({ words: ["a", "b", "1"], ...done });
    expect(file).toContain("main.mts");
    expect(existsSync(file)).toBe(false);
  });

  test("a program that fails is an answer", async () => {
    expect(await runPython({ code: "raise SystemExit(3)" }, context)).toMatchObject({ exitCode: 3, timedOut: false });
    expect(await runNode({ code: "process.kill(process.pid, 'SIGTERM')" }, context)).toMatchObject({
      signal: "SIGTERM",
    });
  });

  test("run_command passes arguments as they stand; a shell would not", async () => {
    const args = ["%s\n", "a b", "$HOME", "*", ";touch owned", "`id`"];
    const result = await runCommand({ program: "printf", args }, context);
    expect(result).toEqual({ ...done, stdout: `${args.slice(1).join("\n")}\n` });
    expect(existsSync(join(workspace.path, "owned"))).toBe(false);
    await runCommand({ program: "sh", args: ["-c", `printf x ${args.slice(2).join(" ")}`] }, context);
    expect(existsSync(join(workspace.path, "owned")), "control: to a shell they mean something").toBe(true);
  });

  test.each(["./run.sh", "/bin/sh", "../x", "-x", "a=b", "a b", ""])("the name %j is no program's", (program) => {
    expect(commandInput.safeParse({ program }).success).toBe(false);
  });

  test("says that a program is missing", async () => {
    await expect(runCommand({ program: "no-such-program" }, context)).rejects.toMatchObject({
      code: "program_missing",
    });
    await expect(findProgram("Python 3", ["/nowhere/python3"])).rejects.toMatchObject({
      code: "program_missing",
      message: expect.stringContaining("no Python 3"),
    });
  });

  test("kills what takes too long and hands back what it wrote; what it left behind is not waited for", async () => {
    const code = "print('early', flush=True)\nimport time\ntime.sleep(60)";
    expect(await runPython({ code, timeoutSeconds: 1 }, context)).toMatchObject({
      ...{ stdout: "early\n", signal: "SIGKILL", timedOut: true },
    });
    const leaving = "import subprocess\nsubprocess.Popen(['sleep', '3'])\nprint('gone')";
    expect(await runPython({ code: leaving }, context)).toEqual({ ...done, stdout: "gone\n" });
  });

  test("keeps the head of a flood, at a whole character, and says so", async () => {
    const code = "import sys\nsys.stdout.write('x' + 'é' * 400000)\nsys.stderr.buffer.write(b'\\xff\\x00')";
    const result = await runPython({ code }, context);
    expect(result).toMatchObject({ exitCode: 0, truncated: true, stderr: "��" });
    expect(result.stdout).toBe(`x${"é".repeat(131_071)}`);
  });

  test("the working directory is in the workspace", async () => {
    workspace.put("deep/a", "");
    expect(await runCommand({ program: "ls", directory: "deep" }, context)).toMatchObject({ stdout: "a\n" });
    expect((await runCommand({ program: "ls", args: [workspace.outside] }, context)).stdout, "control").toBe(
      "secret\n",
    );
    for (const directory of ["..", workspace.outside, "/"]) {
      await expect(runCommand({ program: "ls", directory }, context)).rejects.toMatchObject({ code: "path_refused" });
    }
  });
});
