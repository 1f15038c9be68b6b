import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { failureModes, hash, policy, repository, revision } from "../declared/repository.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  repository,
  revision: revision.optional().describe("Where to begin; the current branch if not given."),
  path: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe("Only commits that touch this file or folder of the repository."),
  maxCount: z.number().int().min(1).max(200).optional().describe("At most this many commits; 20 if not given."),
  skip: z.number().int().min(0).max(100_000).optional().describe("Leave out this many before."),
});

export const output = z.strictObject({
  branch: z.string().optional().describe("The branch that is checked out; not there when none is."),
  branches: z.array(z.string()).describe("Local branches, at most 200."),
  commits: z.array(
    z.strictObject({
      hash,
      parents: z.array(z.string()),
      author: z.string(),
      email: z.string(),
      date: z.string().describe("When it was written, in ISO 8601."),
      subject: z.string(),
      body: z.string().describe("At most 4,000 characters."),
    }),
  ),
  truncated: z.boolean().describe("Whether there are more commits."),
});

/** Reads the history of a repository in the agent's workspace or project. */
export const gitLog = tool({
  name: "git_log",
  title: "Read a git history",
  summary: "List commits and branches of a git repository in the workspace or project.",
  description:
    "Lists commits of one repository, newest first, and the names of its local branches. Hooks, filters, aliases and other " +
    "programs that the repository's configuration names are not run.",
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
      { at: "/path", access: "read" },
    ],
    text: [{ at: "/revision" }],
  },
  outputContent: "verbatim",
  effect: "Read the history of {/repository}",
  costTier: "low",
  examples: [
    { title: "The last three commits to a file", input: { path: "README.md", maxCount: 3 } },
    { title: "A clone's other branch", input: { repository: "airlock", revision: "origin/main" } },
  ],
  failureModes,
  execute,
  declaredIn: import.meta.url,
});
