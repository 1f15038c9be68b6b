import type { z } from "zod";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { changeRepository } from "../git/change-repository.ts";
import { pathIn } from "../git/names.ts";
import type { Repository } from "../git/open-repository.ts";
import { fieldsOf } from "../git/read-fields.ts";
import type { input, output } from "./contract.ts";

/**
 * Commits by git's own inner commands: they run no hook, ask no editor and sign nothing, and the branch is moved by a
 * compare-and-set. The tree is made in an index of its own, so that what somebody else staged does not come along unseen.
 */
const FILES_MAX = 1000;
const accepts = [0, 1];
/** As git marks such files in its list. */
const NOT_CHECKED_OUT = "S ";

export const execute: Execute<typeof input, typeof output> = (call, { agentId }) =>
  changeRepository(call.repository ?? ".", (repository) => commitFiles(repository, call, agentId));

async function commitFiles(
  repository: Repository,
  call: z.infer<typeof input>,
  agentId: string,
): Promise<z.infer<typeof output>> {
  const paths = call.paths.map((path) => pathIn(repository.directory, path));
  const parent = await repository.line(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], { accepts });
  if ((await repository.line(["rev-parse", "--quiet", "--verify", "MERGE_HEAD"], { accepts })) !== "") {
    throw failure("merge_under_way", "A merge is under way in this repository.");
  }
  const variables = { GIT_INDEX_FILE: `${repository.gitDir}/index-of-this-commit` };
  await repository.git(["read-tree", ...(parent === "" ? ["--empty"] : [parent])], { variables });
  await keepSparse(repository, variables);
  const files = await stage(repository, paths, variables);
  const tree = await repository.line(["write-tree"], { variables });
  const before = parent === "" ? "" : await repository.line(["rev-parse", `${parent}^{tree}`]);
  if (files.length === 0 || tree === before) {
    throw failure("nothing_to_commit", "The named files are as they were committed.");
  }
  const commit = await repository.line(
    ["commit-tree", "--no-gpg-sign", ...(parent === "" ? [] : ["-p", parent]), "-F", "-", tree],
    { stdin: `${call.message.trimEnd()}\n`, variables: identity(agentId) },
  );
  // The old value is said: a branch that moved meanwhile is not moved back.
  const old = parent === "" ? "0".repeat(commit.length) : parent;
  await repository.git(["update-ref", "-m", "commit by an agent", "HEAD", commit, old], {
    variables: identity(agentId),
  });
  // The repository's own index learns of the same files.
  await stage(repository, paths, {});
  const branch = await repository.line(["symbolic-ref", "--quiet", "--short", "HEAD"], { accepts });
  return {
    commit,
    ...(branch === "" ? {} : { branch }),
    files: files.slice(0, FILES_MAX),
    fileCount: files.length,
  };
}

/**
 * What a sparse checkout leaves out is not on the disk and yet not deleted. The repository's own index knows which files those are; a
 * fresh one does not, and their deletion would be committed.
 */
async function keepSparse({ git, line }: Repository, variables: Readonly<Record<string, string>>): Promise<void> {
  if ((await line(["config", "--type=bool", "core.sparseCheckout"], { accepts })) !== "true") return;
  const own = await git(["ls-files", "-t", "-z"]);
  const fresh = await git(["ls-files", "-z"], { variables });
  if (own.truncated || fresh.truncated) {
    throw failure("too_many_files", "The repository has too many files for a commit from its sparse checkout.");
  }
  const there = new Set(fieldsOf(fresh.stdout));
  const left = fieldsOf(own.stdout)
    .filter((field) => field.startsWith(NOT_CHECKED_OUT))
    .map((field) => field.slice(NOT_CHECKED_OUT.length))
    .filter((name) => there.has(name));
  await git(["update-index", "--skip-worktree", "-z", "--stdin"], {
    stdin: left.map((name) => `${name}\0`).join(""),
    variables,
  });
}

/** Puts the files as they are now into an index, and says which of them differed from it. */
async function stage(
  { git }: Repository,
  paths: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string[]> {
  // A fresh index knows no sizes and times, so every file would seem changed.
  await git(["update-index", "-q", "--refresh", "--ignore-submodules"], { variables, accepts });
  const known = await git(["diff-files", "--name-only", "-z", "--ignore-submodules=all", "--", ...paths], {
    variables,
  });
  const others = await git(["ls-files", "-z", "--others", "--exclude-standard", "--", ...paths], { variables });
  if (known.truncated || others.truncated) throw failure("too_many_files", "Too many files changed for one commit.");
  // A name that ends in a slash is a repository inside this one.
  const files = [...fieldsOf(known.stdout), ...fieldsOf(others.stdout).filter((name) => !name.endsWith("/"))].sort();
  if (files.length > 0) {
    await git(["update-index", "--add", "--remove", "-z", "--stdin"], { stdin: `${files.join("\0")}\0`, variables });
  }
  return files;
}

/** Nobody can commit in another's name: the author is who asked. */
function identity(agentId: string): Record<string, string> {
  const name = `agent ${agentId}`;
  const email = `${agentId.replace(/[^A-Za-z0-9._-]/g, "_")}@agents.airlock.invalid`;
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}
