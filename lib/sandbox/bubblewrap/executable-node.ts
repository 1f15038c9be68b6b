import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const READ_AND_RUN_BY_OTHERS = 0o005;
/** Where only root can put anything: a place that others may write could hold another program by that name. */
const ROOTS_OWN = "/var/cache/airlock";

/**
 * A Node that the tool's user may run. Installed under a strict umask the binary is its owner's alone; stepped down from
 * root nobody else could start it, so then a copy is made once, in our own state directory.
 */
export function executableNode(nodePath: string, stateDirectory: string | undefined): string {
  const stats = statSync(nodePath);
  if ((stats.mode & READ_AND_RUN_BY_OTHERS) === READ_AND_RUN_BY_OTHERS) return nodePath;
  const id = createHash("sha256").update(`${nodePath} ${stats.size} ${stats.mtimeMs}`).digest("hex").slice(0, 16);
  const directory = join(stateDirectory ?? ROOTS_OWN, "runtime");
  const copy = join(directory, `node-${id}`);
  if (statSync(copy, { throwIfNoEntry: false })) return copy;
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const partial = `${copy}.${process.pid}`;
  copyFileSync(nodePath, partial);
  chmodSync(partial, 0o755);
  // In one step, so that a second dispatcher never runs half of it.
  renameSync(partial, copy);
  return copy;
}
