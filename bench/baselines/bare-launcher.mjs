/**
 * Starts programs for the baselines and says how long each took, from before it was started until it had ended and all it wrote
 * was read. A process of its own: starting one copies the page tables of whoever starts it, and the bench's are large.
 */
import { spawn } from "node:child_process";

/** firejail starts programs by the user's shell, and bash would read that user's settings first. */
const ENVIRONMENT = { SHELL: "/bin/sh" };

/** @typedef {{ argv: [string, ...string[]], input: string | null }} Order */

process.on("message", (/** @type {Order} */ { argv: [program, ...args], input }) => {
  const started = performance.now();
  const child = spawn(program, args, { env: ENVIRONMENT, stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  child.stdin?.on("error", () => {}).end(input);
  child.on("error", ({ message }) => process.send?.({ milliseconds: 0, exitCode: null, stdout, stderr: message }));
  child.on("close", (exitCode) => {
    process.send?.({ milliseconds: performance.now() - started, exitCode, stdout, stderr });
  });
});
