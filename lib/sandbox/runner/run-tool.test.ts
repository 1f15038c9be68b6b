import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const RUNNER = fileURLToPath(new URL("./run-tool.cjs", import.meta.url));

/** The runner outside any sandbox: it gets as far as looking for a bundle, which is not there. */
function startRunner() {
  return spawn(process.execPath, [RUNNER, "3", "-", "whole"], { stdio: ["pipe", "ignore", "ignore", "pipe"] });
}

test("a tool whose dispatcher died while the sandbox was made is not run", async () => {
  const runner = startRunner();
  runner.stdio[3]?.destroy();
  // Its input never comes: it ends by itself, before it looks at it.
  expect(await once(runner, "exit")).toEqual([1, null]);
});

test("one whose answer is awaited goes on to its input and answers in one line", async () => {
  const runner = startRunner();
  let answer = "";
  runner.stdio[3]?.on("data", (chunk: Buffer) => {
    answer += chunk.toString();
  });
  runner.stdin?.end(JSON.stringify({ input: {}, context: {} }));
  // What is left to do once it has answered is nobody's, not even to end in order.
  expect(await once(runner, "exit")).toEqual([null, "SIGKILL"]);
  expect(answer.split("\n")).toHaveLength(2);
  expect(JSON.parse(answer)).toMatchObject({ ok: false });
});
