import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { LENGTH_DIGITS, midwifeCommand } from "./midwife-program.ts";

const { platform, architecture, programs } = probeMachine(process.execPath);
const NO_FORK = "BEGIN { *CORE::GLOBAL::fork = sub { $! = 11; undef } }";

test.runIf(platform === "linux" && programs.perl)(
  "an order that she gives back is read to its end, though a process ends in the middle of it",
  async () => {
    const [perl, ...words] = midwifeCommand(programs.perl ?? "", architecture ?? "x64", []);
    const midwife = spawn(perl, ["-e", NO_FORK, ...words], { stdio: ["pipe", "pipe", "ignore"] });
    onTestFinished(() => void midwife.kill("SIGKILL"));
    midwife.stdin.on("error", () => {});
    const heard = Promise.race([once(midwife.stdout, "data"), once(midwife, "exit")]);
    const order = ["7", "1", "", "0", "", "0", "true"].join("\0");
    midwife.stdin.write(`${`${order.length}`.padStart(LENGTH_DIGITS, "0")}${order.slice(0, 4)}`);
    // For a second she tries to start one; then she reads what there is and waits for the rest.
    for (let end = 0; end < 20; end += 1) {
      await sleep(100);
      midwife.kill("SIGCHLD");
    }
    midwife.stdin.write(order.slice(4));
    const [said] = await heard;
    expect(`${said}`).toMatch(/^f 7 /);
  },
);
