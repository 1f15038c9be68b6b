/** Started by a test with a descriptor open that nobody meant to pass on; shows what a child of it holds. */
import { execFileSync } from "node:child_process";
import { runCommandUnderPolicy } from "#lib/sandbox/run-command.ts";

const show = "for n in /proc/$$/fd/*; do echo ${n##*/} '->' $(readlink $n); done";
if (process.argv[2] === "bare") console.log(execFileSync("/bin/sh", ["-c", show]).toString());
else {
  const result = await runCommandUnderPolicy({ exec: "allow" }, ["/bin/sh", "-c", show], {
    nodePath: process.execPath,
  });
  console.log(result.stdout || JSON.stringify(result));
}
