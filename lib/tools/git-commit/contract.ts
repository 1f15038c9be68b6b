import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { failureModes, hash, policy, repository } from "../declared/repository.ts";
import { ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  repository,
  paths: z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(200)
    .describe("The files and folders of the repository whose changes go in; nothing else does. '.' is all of them."),
  message: z.string().min(1).max(10_000),
});

export const output = z.strictObject({
  commit: hash,
  branch: z.string().optional().describe("The branch that it is on; not there when none is checked out."),
  files: z.array(z.string()).describe("What was changed, added or taken away, at most 1,000."),
  fileCount: z.number().int().min(1),
});

/** Commits changes in a repository of the agent's workspace or project, as the agent. */
export const gitCommit = tool({
  name: "git_commit",
  title: "Commit to git",
  summary: "Commit the changes of named files to a git repository in the workspace or project.",
  description:
    "Commits the changes of exactly the named files and folders, whatever else is staged, with the agent as author. New " +
    "files go in, ignored ones do not, deleted ones are taken out; submodules and repositories inside are left alone. " +
    "Hooks, filters and signing programs that the repository's configuration names are not run.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "version_control",
  actionType: "vcs:commit",
  idempotency: "optional",
  idempotent: false,
  policy: policy(ROOTS),
  gate: {
    paths: [
      { at: "/repository", access: "write" },
      { at: "/paths/*", access: "read" },
    ],
    text: [{ at: "/message" }],
  },
  outputContent: "verbatim",
  effect: "Commit {/paths} in {/repository}: {/message}",
  costTier: "low",
  examples: [
    {
      title: "Two files",
      input: { paths: ["README.md", "src/main.ts"], message: "Say how to start it" },
      output: {
        commit: "9fceb02d0ae598e95dc970b74767f19372d61af8",
        branch: "main",
        files: ["README.md", "src/main.ts"],
        fileCount: 2,
      },
    },
  ],
  failureModes: [
    ...failureModes,
    "nothing_to_commit: the named files are as they were committed.",
    "merge_under_way: the repository is in the middle of a merge; a commit of some files would lose the other side.",
  ],
  execute,
  declaredIn: import.meta.url,
});
