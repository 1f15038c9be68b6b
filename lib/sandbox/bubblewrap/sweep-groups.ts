import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes the empty control groups of spawners that were killed before they could. A group that still holds a process
 * cannot be removed and stays; one of a spawner that lives is not touched.
 */
export function sweepGroups(directories: readonly string[]): void {
  for (const directory of directories) {
    for (const name of readdirSync(directory)) {
      const owner = /^airlock-(\d+)-\d+$/.exec(name)?.[1];
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      try {
        rmdirSync(join(directory, name));
      } catch {
        // Not empty, or another spawner was quicker.
      }
    }
  }
}
