import { lstatSync, readlinkSync } from "node:fs";

const LINKS_MAX = 40;

/** The target of a link; null for what is no link or not there; undefined where nobody can say. Never opens a file. */
export type LinkReader = (path: string) => string | null | undefined;

/**
 * Where an absolute path really leads, as the kernel walks it: `..` is the parent of where a link led, not of where it
 * lies. A link is followed also when its target does not exist: a file written through it would come to be there. Null
 * where that cannot be told (a loop, a directory that we may not look into).
 */
export function followLinks(path: string, readLink: LinkReader = linkOnDisk): string | null {
  const rest = path.split("/").reverse();
  const at: string[] = [];
  let links = 0;
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      at.pop();
      continue;
    }
    const target = readLink(`/${[...at, part].join("/")}`);
    if (target === undefined) return null;
    if (target === null) {
      at.push(part);
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) return null;
    if (target.startsWith("/")) at.length = 0;
    rest.push(...target.split("/").reverse());
  }
  return `/${at.join("/")}`;
}

export const linkOnDisk: LinkReader = (path) => {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? null : undefined;
  }
};
