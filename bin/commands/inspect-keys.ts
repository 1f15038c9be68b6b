import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface KeyReport {
  readonly file: string;
  /** What is wrong with it, if anything. */
  readonly fault?: string;
}

const SECRETS = ["superuser-password", "logins.json", "session-secret", "checks-key", "demo.json"];

/** The secrets of an installation that are there, and whether somebody else could read them. */
export function inspectKeys(home: string): KeyReport[] {
  return [...SECRETS, ...privateKeys(home)].flatMap((name) => {
    const file = join(home, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return [];
    const isOpen = (stat.mode & 0o077) !== 0;
    return [isOpen ? { file, fault: `others may read it; run: chmod 600 ${file}` } : { file }];
  });
}

/** By what lies there: a list of names would miss the next kind of key. */
function privateKeys(home: string): string[] {
  if (!existsSync(join(home, "keys"))) return [];
  return readdirSync(join(home, "keys"))
    .filter((name) => name.endsWith(".pem"))
    .sort()
    .map((name) => `keys/${name}`);
}
