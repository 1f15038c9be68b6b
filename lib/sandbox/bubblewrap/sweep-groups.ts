import { existsSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes the control groups of spawners that were killed before they could, and ends whoever is still in one: nobody
 * waits for it any more. That is the undertaker's work; this is for where it was killed too. A group of a spawner that
 * lives is not touched.
 */
export function sweepGroups(directories: readonly string[]): void {
  for (const directory of directories) {
    for (const name of readdirSync(directory)) {
      const owner = /^airlock-(\d+)-\d+$/.exec(name)?.[1];
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      try {
        endMembers(join(directory, name));
        rmdirSync(join(directory, name));
      } catch {
        // Not empty yet, or another spawner was quicker.
      }
    }
  }
}

function endMembers(group: string): void {
  const members = join(group, "cgroup.procs");
  if (!existsSync(members)) return;
  for (const pid of readFileSync(members, "utf8").split("\n").map(Number)) {
    // A zero stands for a process that is not ours to see, and would be ourselves to `kill`.
    if (pid > 1) process.kill(pid, "SIGKILL");
  }
}
