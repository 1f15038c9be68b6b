import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

/** Runs this program by `runVisibly` in a process of its own, where `moment` and `running` are at hand. */
function speak(program: string, then: string): { status: number | null; stdout: string } {
  const script = `
    import { runVisibly } from ${JSON.stringify(join(PROJECT_ROOT, "scripts/processes/run-visibly.ts"))};
    const moment = Promise.withResolvers();
    const running = runVisibly({
      command: process.execPath,
      args: ["-e", ${JSON.stringify(program)}],
      signal: new AbortController().signal,
      silentUntil: moment.promise,
    });
    ${then}`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", cwd: PROJECT_ROOT });
}

test("what a program says while somebody else speaks is shown afterwards, and its exit code is known", () => {
  const program = "console.log('one'); console.log('two'); process.exitCode = 7";
  const { status, stdout } = speak(
    program,
    "process.exitCode = await running; console.log('somebody else'); moment.resolve();",
  );
  expect([status, stdout]).toEqual([7, "somebody else\none\ntwo\n"]);
});

test("what it says from then on is shown at once", () => {
  const program = "setTimeout(() => console.log('one'), 50)";
  const { stdout } = speak(program, "moment.resolve(); await running; console.log('after it')");
  expect(stdout).toBe("one\nafter it\n");
});

test("a process that it leaves behind with its output is not waited for", () => {
  const program = `
    const { spawn } = require("node:child_process");
    const left = spawn("sleep", ["600"], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
    left.unref();
    console.log(left.pid)`;
  const { status, stdout } = speak(program, "moment.resolve(); await running;");
  expect(status).toBe(0);
  // It was there still.
  expect(process.kill(Number(stdout), "SIGKILL")).toBe(true);
});
