import { closeSync, constants, fstatSync, lchownSync, mkdirSync, openSync, type Stats } from "node:fs";

/** Not among Node's constants; the same number on x64 and arm64. */
const O_PATH = 0x200000;
const DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A path that cannot be mounted, with a reason fit for an operator. */
export class UnusablePath extends Error {}

/**
 * Opens a path one component at a time and follows no link on the way, so that what is bound is what the plan names
 * even if a tool swapped a directory for a link a moment ago. Missing directories are made where the caller owns them.
 */
export function openWithoutLinks(path: string, create: { readonly owner: number | null } | null): number {
  const parts = path.split("/").filter((part) => part !== "");
  let current = openSync("/", DIRECTORY);
  try {
    parts.forEach((part, index) => {
      const last = index === parts.length - 1;
      const next = openPart(path, `/proc/self/fd/${current}/${part}`, last, create);
      closeSync(current);
      current = next;
    });
    refuseOddKinds(path, fstatSync(current));
    return current;
  } catch (error) {
    closeSync(current);
    throw error;
  }
}

function openPart(path: string, step: string, last: boolean, create: { readonly owner: number | null } | null): number {
  const flags = last ? O_PATH | constants.O_NOFOLLOW : DIRECTORY;
  try {
    return openSync(step, flags);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" && create) {
      mkdirSync(step, 0o700);
      if (create.owner !== null) lchownSync(step, create.owner, create.owner);
      return openSync(step, DIRECTORY);
    }
    if (code === "ENOENT") throw new UnusablePath(`${path} does not exist.`);
    if (code === "ENOTDIR" || code === "ELOOP") throw new UnusablePath(`${path} leads through a link or a file.`);
    throw new UnusablePath(`${path} cannot be opened (${code}).`);
  }
}

/** A socket or device in a sandbox is a door; a link is whatever somebody makes of it. */
function refuseOddKinds(path: string, stats: Stats): void {
  if (!stats.isDirectory() && !stats.isFile())
    throw new UnusablePath(`${path} is neither a directory nor a plain file.`);
}
