/**
 * Starts one program over and over at a steady pace, at most so many at a time, and says how many ended in each window. What is
 * due and finds no place waits; nothing else is done here: no queue on a disk, no record, no answer to anybody.
 */
import { spawn } from "node:child_process";

/** @typedef {{ argv: [string, ...string[]], input: string, perSecond: number, places: number, warmUpMs: number, windowMs: number, windows: number }} Order */

process.on("message", (/** @type {Order} */ order) => void load(order));

/** @param {Order} order */
async function load({ argv, input, perSecond, places, warmUpMs, windowMs, windows }) {
  /** @type {number[]} */
  const ended = [];
  const began = performance.now();
  const total = Math.round(((warmUpMs + windowMs * windows) * perSecond) / 1000);
  let [started, running, failed] = [0, 0, ""];
  /** @type {() => void} */
  let wake = () => {};
  while (started < total && failed === "") {
    const due = began + (started * 1000) / perSecond - performance.now();
    if (due > 0 || running >= places) {
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        if (due > 0) setTimeout(wake, due);
      });
      continue;
    }
    started += 1;
    running += 1;
    runOnce(argv, input, (problem) => {
      running -= 1;
      failed ||= problem;
      ended.push(performance.now() - began - warmUpMs);
      wake();
    });
    // Whoever waits for the end of the measurement does not wait for what it could not do.
    if (performance.now() - began > warmUpMs + windowMs * windows) break;
  }
  const perWindow = Array.from({ length: windows }, (_, n) => {
    const within = ended.filter((at) => at >= n * windowMs && at < (n + 1) * windowMs).length;
    return (within * 1000) / windowMs;
  });
  process.send?.({ perWindow, failed });
}

/** @param {[string, ...string[]]} argv @param {string} input @param {(problem: string) => void} over */
function runOnce([program, ...args], input, over) {
  const child = spawn(program, args, { env: {}, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  child.stdin.on("error", () => {}).end(input);
  child.on("error", ({ message }) => over(message));
  child.on("close", (code) => over(code === 0 && stdout.startsWith('{"ok":true') ? "" : `${code}: ${stderr}${stdout}`));
}
