import { isAbsolute, relative } from "node:path";
import { failure } from "../failures/failure.ts";
import { inJail, isBelow } from "../file-access/jail.ts";

/** A revision as people write it: a name, a hash, `HEAD~2`, `v1^{}`. Never an option, a range or a path in a tree. */
export function revision(text: string): string {
  if (!/^[A-Za-z0-9@][A-Za-z0-9._/@^~{}+-]{0,199}$/.test(text) || text.includes("..")) {
    throw failure("bad_revision", "A revision is a branch, a tag, a hash, or one of them with ~ or ^.");
  }
  return text;
}

export function branchName(text: string): string {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/.test(text) && !/\.\.|\/\/|\/\.|[./]$|\.lock(\/|$)/.test(text);
  if (!isPlain || text === "HEAD") {
    throw failure("bad_branch", "A branch has letters, digits and . _ / + - and begins with a letter or digit.");
  }
  return text;
}

/** A path as git takes it: below the work tree, and not in the repository's own folder. */
export function pathIn(repository: string, path: string): string {
  const absolute = inJail(isAbsolute(path) ? path : `${repository}/${path}`);
  if (absolute === repository) return ".";
  const below = relative(repository, absolute);
  if (!isBelow(absolute, repository) || /^\.git(\/|$)/i.test(below)) {
    throw failure("path_refused", `${absolute} is no file of the repository ${repository}.`);
  }
  return below;
}
