import { resolve } from "node:path";
import { failure } from "../failures/failure.ts";

/**
 * The places that a file tool works in: the workspace, which is its working directory, and the project. The gate refuses
 * other paths before a call is decided; this refuses them again beside the files, so that what is readable in every
 * sandbox (its programs, /proc, a credential's file) is out of reach even for a call that no gate has seen.
 */
const PROJECT = "/project";

/** The path, absolute and without `..`, if it lies in the jail. Links are the walk's business: see `open-folder.ts`. */
export function inJail(path: string): string {
  const absolute = resolve(path);
  if (path.includes("\0") || !roots().some((root) => isBelow(absolute, root) || absolute === root)) {
    throw failure("path_refused", `${absolute} lies outside the workspace and the project.`);
  }
  return absolute;
}

export function isRoot(path: string): boolean {
  return roots().includes(resolve(path));
}

export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function roots(): string[] {
  return [process.cwd(), PROJECT];
}
