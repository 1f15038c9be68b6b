import { lstat } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { inJail } from "../file-access/jail.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { walkFolder } from "../file-access/walk-folder.ts";
import { outputText } from "../process/output-text.ts";
import type { ProgramEnd } from "../process/run-program.ts";
import type { Setting } from "./hardened.ts";
import { fieldsOf } from "./read-fields.ts";
import { type GitRun, runGit } from "./run-git.ts";

/** A repository of the jail whose own settings run nothing. */
export interface Repository {
  readonly directory: string;
  git(args: readonly string[], options?: Options): Promise<ProgramEnd>;
  /** The same for what answers in one line. */
  line(args: readonly string[], options?: Options): Promise<string>;
}

type Options = Partial<
  Pick<GitRun, "stdin" | "maxBytes" | "accepts" | "variables" | "settings" | "transports" | "timeoutSeconds">
>;

/** Files of a repository's own folder that are looked at for links. */
const VISITS = 100_000;
/** refs/heads and a few levels of names below it; objects have two. */
const DEPTH = 12;

/** Opens the repository whose work tree is exactly this folder; none above it is looked for. */
export async function openRepository(path: string): Promise<Repository> {
  const directory = inJail(path);
  await refuseForeignParts(directory);
  const base = {
    directory,
    transports: [],
    // Said, not found: else its configuration could name another work tree, and a file in it another repository.
    variables: { GIT_DIR: `${directory}/.git`, GIT_COMMON_DIR: `${directory}/.git`, GIT_WORK_TREE: directory },
  } as const;
  const named = await runGit({ ...base, args: ["config", "--list", "--name-only", "-z"] });
  const settings = withoutFilters(fieldsOf(named.stdout));
  const git: Repository["git"] = (args, options = {}) =>
    runGit({
      ...base,
      ...options,
      settings: [...settings, ...(options.settings ?? [])],
      args,
      variables: { ...base.variables, ...options.variables },
    });
  return {
    directory,
    git,
    line: async (args, options) => outputText((await git(args, options)).stdout).trim(),
  };
}

/** A link in there, a `.git` that is one, or a note of where the rest is, would have git work in a place that nobody approved. */
async function refuseForeignParts(directory: string): Promise<void> {
  const work = await openFolder(directory);
  try {
    const status = await lstat(within(work, ".git")).catch(() => undefined);
    if (!status) throw failure("no_repository", `${directory} is no git repository.`);
    if (!status.isDirectory()) {
      throw failure(
        "repository_refused",
        `${directory}/.git is not a folder of its own; such repositories are not opened.`,
      );
    }
    const inner = await openFolder(`${directory}/.git`);
    try {
      const walk = walkFolder(inner, { depth: DEPTH, hidden: true, visits: VISITS });
      for await (const { kind, path } of walk) {
        if (path === "commondir" || path === "gitdir") {
          throw failure("repository_refused", `${directory} is a part of a repository elsewhere; it is not opened.`);
        }
        if (kind === "link")
          throw failure("repository_refused", `${directory}/.git/${path} is a link; it is not opened.`);
      }
    } finally {
      await inner.close();
    }
  } finally {
    await work.close();
  }
}

/** Filters have names of their own, and only their names can switch them off. An empty command is none. */
function withoutFilters(names: readonly string[]): Setting[] {
  const filters = new Set(names.flatMap((name) => /^filter\.(.*)\.[^.]*$/s.exec(name)?.[1] ?? []));
  return [...filters].flatMap((filter) => [
    { name: `filter.${filter}.clean`, value: "" },
    { name: `filter.${filter}.smudge`, value: "" },
    { name: `filter.${filter}.process`, value: "" },
    { name: `filter.${filter}.required`, value: "false" },
  ]);
}
