import { lstatSync } from "node:fs";
import { dirname } from "node:path";

const ENTER_BY_OTHERS = 0o001;

/**
 * Whether every directory on the way may be entered by anybody. A home of mode 0700 may not, and bubblewrap, stepped
 * down from root, looks its mounts up by path.
 */
export function isReachable(path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const stats = lstatSync(directory, { throwIfNoEntry: false });
    if (stats && (stats.mode & ENTER_BY_OTHERS) === 0) return false;
    if (directory === "/") return true;
  }
}
