import { lstatSync, readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

const LINKS_MAX = 40;

/**
 * Where a path really leads, every link followed, also one whose target does not exist: a file written through it would
 * come to be there. Null where that cannot be told (a loop, a directory that we may not look into).
 */
export function followLinks(path: string): string | null {
  let rest = resolve(path).split("/").slice(1);
  let at = "/";
  let links = 0;
  while (rest.length > 0) {
    const [part = "", ...following] = rest;
    const next = at === "/" ? `/${part}` : `${at}/${part}`;
    const target = readLink(next);
    if (target === undefined) return null;
    if (target === null) {
      at = next;
      rest = following;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) return null;
    rest = [...resolve(dirname(next), target).split("/").slice(1), ...following].filter((it) => it !== "");
    at = "/";
  }
  return at;
}

/** Its target; null for what is no link or not there; undefined where nobody can say. */
function readLink(path: string): string | null | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? null : undefined;
  }
}
