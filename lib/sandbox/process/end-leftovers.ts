import { existsSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Ends what the calls of a dispatcher that was killed left behind. Its tool dies with it; what the tool had started has no
 * namespace to die with, and is found by its control group. One of a dispatcher that lives is not touched.
 */
export function endLeftovers(directories: readonly string[]): void {
  for (const directory of directories) {
    for (const name of readdirSync(directory)) {
      const owner = /^airlock-(\d+)-\d+$/.exec(name)?.[1];
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      killMembers(join(directory, name));
    }
  }
}

function killMembers(group: string): void {
  try {
    const members = readFileSync(join(group, "cgroup.procs"), "utf8").split("\n").map(Number);
    // A zero stands for somebody outside our view, and killing it would kill ourselves.
    for (const pid of members.filter((member) => member > 1)) process.kill(pid, "SIGKILL");
    rmdirSync(group);
  } catch {
    // Gone meanwhile, or not yet: the next sweep removes it.
  }
}
