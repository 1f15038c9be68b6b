import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** An account other than ours, by number. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY_IN_PARTICULAR: Account = { uid: -1, gid: -1 };

/**
 * Whether another account can walk down to this path: every folder above it lets that account pass. The path itself need not
 * exist yet. Without an account, the answer is for one that owns nothing, so it stays true whoever is created later.
 */
export function canReach(path: string, account: Account = NOBODY_IN_PARTICULAR): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (!grants(folder, account, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Whether another account can read this file or folder, given that it can reach it. */
export function canRead(path: string, account: Account = NOBODY_IN_PARTICULAR): boolean {
  return canReach(path, account) && grants(path, account, 0o4);
}

function grants(path: string, account: Account, bit: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.uid === account.uid) return (stat.mode & (bit << 6)) !== 0;
  if (stat.gid === account.gid) return (stat.mode & (bit << 3)) !== 0;
  return (stat.mode & bit) !== 0;
}
