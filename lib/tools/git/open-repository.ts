import { type FileHandle, lstat, readdir } from "node:fs/promises";
import { failure } from "../failures/failure.ts";
import { inJail } from "../file-access/jail.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { outputText } from "../process/output-text.ts";
import type { ProgramEnd } from "../process/run-program.ts";
import { copyInto, STATE } from "./copy-state.ts";
import { privatePlace } from "./private-place.ts";
import { fieldsOf } from "./read-fields.ts";
import { refuseForeign } from "./refuse-foreign.ts";
import { type GitRun, runGit } from "./run-git.ts";
import { takeSettings } from "./take-settings.ts";

/**
 * A repository of the jail, as it was at one moment. git never works in the repository's own `.git`: other calls of the
 * agent may write there, and git reads its configuration anew with every command, so whatever was checked could be
 * another thing by then. It works in a copy that only this call can reach, looked through after it was made; of the
 * repository it reads objects, which are named after what is in them, and the files of the work tree.
 */
export interface Repository {
  readonly directory: string;
  /** The copy, which is what git takes for the repository. */
  readonly gitDir: string;
  git(args: readonly string[], options?: Options): Promise<ProgramEnd>;
  /** The same for what answers in one line. */
  line(args: readonly string[], options?: Options): Promise<string>;
}

type Options = Partial<
  Pick<GitRun, "stdin" | "maxBytes" | "accepts" | "variables" | "settings" | "transports" | "timeoutSeconds">
>;

/** Opens the repository whose work tree is exactly this folder, to read; none above it is looked for. */
export async function inRepository<Result>(
  path: string,
  use: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  return inGitFolder(path, (folder, directory) => withCopy(folder, directory, use));
}

/** The repository's own `.git`, open, after it was looked through. */
export async function inGitFolder<Result>(
  path: string,
  use: (folder: FileHandle, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = inJail(path);
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
  } finally {
    await work.close();
  }
  const folder = await openFolder(`${directory}/.git`);
  try {
    await refuseForeign(folder, `${directory}/.git`);
    return await use(folder, directory);
  } finally {
    await folder.close();
  }
}

export async function withCopy<Result>(
  folder: FileHandle,
  directory: string,
  use: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const place = await privatePlace();
  try {
    return await use(await copyRepository(folder, directory, place.path));
  } finally {
    await place.remove();
  }
}

async function copyRepository(folder: FileHandle, directory: string, place: string): Promise<Repository> {
  const own = `${directory}/.git`;
  const there = await readdir(within(folder, "."));
  if (!there.includes("HEAD")) throw failure("no_repository", `${directory} is no git repository.`);
  const configs = there.filter((name) => name === "config" || name === "config.worktree");
  await copyInto(place, own, configs);
  const { settings, objectFormat } = takeSettings(await fieldsIn(place, configs));
  const gitDir = `${place}/git`;
  const variables = { GIT_DIR: gitDir, GIT_WORK_TREE: directory };
  await runGit({
    ...{ directory: place, transports: [], variables },
    args: ["init", "--quiet", "--template=", "--initial-branch=main", `--object-format=${objectFormat}`],
  });
  await copyInto(
    gitDir,
    own,
    there.filter((name) => STATE.has(name) || name.startsWith("sharedindex.")),
  );
  const base = {
    directory,
    transports: [],
    variables: { ...variables, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(`${own}/objects`) },
  } as const;
  const git: Repository["git"] = (args, options = {}) =>
    runGit({
      ...base,
      ...options,
      settings: [...settings, ...(options.settings ?? [])],
      args,
      variables: { ...base.variables, ...options.variables },
    });
  return {
    ...{ directory, gitDir, git },
    line: async (args, options) => outputText((await git(args, options)).stdout).trim(),
  };
}

/** Read by git, which knows the form, from files that are nobody's configuration; what they include is not followed. */
async function fieldsIn(place: string, names: readonly string[]): Promise<string[]> {
  const fields: string[] = [];
  for (const name of names) {
    const listed = await runGit({
      // No repository at all is said, so that none is looked for.
      ...{ directory: place, transports: [], variables: { GIT_DIR: `${place}/none` } },
      args: ["config", "--file", `${place}/${name}`, "--no-includes", "--list", "-z"],
    });
    if (listed.truncated) throw failure("repository_refused", "The repository's configuration is too long.");
    fields.push(...fieldsOf(listed.stdout));
  }
  return fields;
}

/** A colon would begin another path. */
function quoted(path: string): string {
  return `"${path.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
