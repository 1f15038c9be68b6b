import { readFile } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { walkWhole } from "../file-access/walk-whole.ts";

/** What of a repository's own folder a command of ours may change: by path, the whole content. */
export type State = ReadonlyMap<string, Buffer>;

export interface Change {
  readonly path: string;
  /** Nothing: it was not there, or is not any more. */
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
}

const CHANGEABLE = /^(HEAD|packed-refs|index)$|^(refs|logs)\//;

/** Of the copy, in which nobody else writes. */
export async function readState(gitDir: string): Promise<State> {
  const state = new Map<string, Buffer>();
  const folder = await openFolder(gitDir);
  try {
    const otherwise = failure("git_failed", "The repository has too many files in one folder.");
    for await (const { kind, path } of walkWhole(folder, { depth: Infinity, visits: Infinity, otherwise })) {
      if (kind === "file" && CHANGEABLE.test(path)) state.set(path, await readFile(`${gitDir}/${path}`));
    }
  } finally {
    await folder.close();
  }
  return state;
}

/** Packed branches come before loose ones, and both before what names them, as git writes them. */
export function changesOf(before: State, after: State): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => !isSame(change.before, change.after))
    .sort((a, b) => place(a.path) - place(b.path) || (a.path < b.path ? -1 : 1));
}

export function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function place(path: string): number {
  return ["packed-refs", "refs/", "HEAD", "index"].findIndex((start) => path.startsWith(start));
}
