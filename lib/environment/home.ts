import { createHash } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { canReach } from "./reachable.ts";

/** The clone that this file belongs to. */
export const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Where a system keeps the state of its daemons; written only when we run as root. */
export const SYSTEM_STATE_FOLDER = "/var/lib/airlock";

interface HomeQuestion {
  /** AIRLOCK_HOME as given. */
  readonly given: string | undefined;
  readonly projectRoot: string;
  readonly isRoot: boolean;
  readonly canReach: (path: string) => boolean;
}

/**
 * Where all state lives. As root the database runs under another account, which may not be able to walk into the clone (a 0700
 * home directory): then the state goes where daemons keep theirs, by a hash of the clone's path so that two clones never share.
 * A home that somebody named is taken as named, always.
 */
export function chooseHome({ given, projectRoot, isRoot, canReach }: HomeQuestion): string {
  if (given) return resolve(projectRoot, given);
  const beside = join(projectRoot, ".airlock");
  if (!isRoot || canReach(beside)) return beside;
  const clone = createHash("sha256").update(projectRoot).digest("hex").slice(0, 12);
  return join(SYSTEM_STATE_FOLDER, clone);
}

export function resolveHome(given: string | undefined = process.env.AIRLOCK_HOME): string {
  return chooseHome({ given, projectRoot: PROJECT_ROOT, isRoot: isRoot(), canReach });
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Makes the home. Only its owner may list it; as root the database's account has to pass through to its own folder, so others
 * may walk but not look, and everything secret inside is 0600 by itself.
 */
export function prepareHome(home: string): void {
  mkdirSync(join(home, "run"), { recursive: true });
  const passable = isRoot() ? 0o711 : 0o700;
  if (dirname(home) === SYSTEM_STATE_FOLDER) chmodSync(SYSTEM_STATE_FOLDER, passable);
  chmodSync(home, passable);
  chmodSync(join(home, "run"), 0o700);
}
