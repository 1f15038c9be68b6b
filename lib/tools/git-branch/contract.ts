import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { failureModes, hash, policy, repository, revision } from "../declared/repository.ts";
import { ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  repository,
  action: z
    .enum(["create", "switch", "delete"])
    .describe("create makes a branch, switch checks it out, delete takes away one that is merged."),
  name: z.string().min(1).max(200).describe("The branch."),
  startPoint: revision.optional().describe("Where a new branch begins; what is checked out if not given."),
});

export const output = z.strictObject({
  branch: z.string().optional().describe("The branch that is checked out now."),
  commit: hash.optional().describe("What the named branch points to; not there after a delete."),
});

/** Makes, checks out or deletes a branch of a repository in the agent's workspace or project. */
export const gitBranch = tool({
  name: "git_branch",
  title: "Change git branches",
  summary: "Create, check out or delete a branch of a git repository in the workspace or project.",
  description:
    "Makes a branch, checks one out, or deletes one that is merged. Checking out stops when it would overwrite changes that " +
    "are not committed. Hooks and filters that the repository's configuration names are not run; submodules are left alone.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "version_control",
  actionType: "vcs:branch",
  idempotency: "optional",
  idempotent: false,
  policy: policy(ROOTS),
  gate: { paths: [{ at: "/repository", access: "write" }], text: [{ at: "/name" }, { at: "/startPoint" }] },
  outputContent: "verbatim",
  effect: "Branch {/name} of {/repository}: {/action}",
  costTier: "low",
  examples: [
    {
      title: "A new branch",
      input: { action: "create", name: "fix/typo" },
      output: { branch: "main", commit: "9fceb02d0ae598e95dc970b74767f19372d61af8" },
    },
    { title: "Check it out", input: { action: "switch", name: "fix/typo" } },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
