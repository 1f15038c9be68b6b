import { z } from "zod";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { limits } from "./limits.ts";
import { ROOTS } from "./roots.ts";

/** What the git tools that stay on the machine have in common. */

export const repository = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe("The folder of the work tree, with .git in it; /workspace if not given.");

export const revision = z.string().min(1).max(200);

export const hash = z.string().describe("A commit's hash.");

export function policy(write: string[]): ToolPolicy {
  return {
    risk: write.length > 0 ? "medium" : "low",
    filesystem: { read: ROOTS, write },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "allow",
    limits: limits({ wallSeconds: 60, cpuSeconds: 40, memoryMb: 1024, fileMb: 256 }),
  };
}

export const failureModes = [
  "no_repository: the folder has no .git. repository_refused: its .git is a link or a file, has a link in it, says that objects " +
    "are elsewhere, is laid out in a way that is not known, or holds too much to be looked through.",
  "bad_revision, bad_branch: a name that git could take for something else.",
  "git_failed: what git said is in the sentence. git_timed_out: it was ended.",
  "path_refused: a path lies outside the repository, the workspace or the project.",
];
