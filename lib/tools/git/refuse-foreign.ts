import type { FileHandle } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { walkWhole } from "../file-access/walk-whole.ts";

/** Names in a repository's own folder that are looked at. */
const VISITS = 100_000;
/** A branch of 200 characters nests a hundred folders, below logs/refs/remotes/origin. */
const DEPTH = 128;
/** Notes of where another part of the repository is. */
const ELSEWHERE = new Set(["commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates"]);

/**
 * A link in a repository's folder, or a note of where the rest is, would have git work in a place that nobody approved. So
 * everything is looked at, and a folder too large or too deep for that is refused with those that hold such a thing.
 */
export async function refuseForeign(folder: FileHandle, shownAs: string): Promise<void> {
  const otherwise = failure("repository_refused", `${shownAs} holds more, or deeper, than can be looked through.`);
  for await (const { kind, path } of walkWhole(folder, { depth: DEPTH, visits: VISITS, otherwise })) {
    if (ELSEWHERE.has(path)) {
      throw failure("repository_refused", `${shownAs}/${path} says that a part of it is elsewhere; it is not opened.`);
    }
    if (kind === "link") throw failure("repository_refused", `${shownAs}/${path} is a link; it is not opened.`);
    if (kind === "other") throw failure("repository_refused", `${shownAs}/${path} is no file; it is not opened.`);
  }
}
