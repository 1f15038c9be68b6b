import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { failureModes, policy, repository, revision } from "../declared/repository.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  repository,
  from: revision.optional().describe("The older side; what is checked out (HEAD) if not given."),
  to: revision.optional().describe("The newer side; the files as they are now if not given."),
  paths: z
    .array(z.string().min(1).max(4096))
    .max(200)
    .optional()
    .describe("Only these files and folders of the repository."),
  contextLines: z.number().int().min(0).max(20).optional().describe("Unchanged lines around a change; 3 if not given."),
});

export const output = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        added: z.number().int().min(0).optional().describe("Lines; not there for a binary file."),
        removed: z.number().int().min(0).optional(),
      }),
    )
    .describe("Changed files, at most 1,000."),
  untracked: z
    .array(z.string())
    .describe("Files that git does not know yet, at most 200; only when 'to' is not given."),
  text: z.string().describe("The changes as a patch, at most 256 KiB."),
  truncated: z.boolean().describe("Whether the patch or a list was cut."),
});

/** Compares two states of a repository in the agent's workspace or project. */
export const gitDiff = tool({
  name: "git_diff",
  title: "Compare in git",
  summary: "Show what changed in a git repository of the workspace or project.",
  description:
    "Compares two revisions of one repository, or a revision with the files as they are now, and returns the changed files " +
    "and a patch. Submodules are left out. External diff programs, text conversions and filters that the repository's " +
    "configuration names are not run.",
  input,
  output,
  safetyClass: "read",
  egressClass: "none",
  category: "version_control",
  actionType: "vcs:read",
  idempotency: "optional",
  idempotent: true,
  policy: policy([]),
  gate: {
    paths: [
      { at: "/repository", access: "read" },
      { at: "/paths/*", access: "read" },
    ],
    text: [{ at: "/from" }, { at: "/to" }],
  },
  outputContent: "verbatim",
  effect: "Compare {/from} with {/to} in {/repository}",
  costTier: "low",
  examples: [
    { title: "What is not committed yet", input: {} },
    { title: "What a branch changed in one folder", input: { from: "main", to: "feature", paths: ["src"] } },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
