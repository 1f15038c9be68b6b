import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { failureModes, hash, repository, revision } from "../declared/repository.ts";
import { ROOTS } from "../declared/roots.ts";
import { inHeader } from "../declared/service.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  repository,
  url: z.string().min(1).max(2048).describe("https://host/path of the remote, on this tool's host."),
  branch: revision.describe("The local branch."),
  to: revision.optional().describe("The branch of the remote; the same name if not given."),
  expects: hash
    .regex(/^[0-9a-f]{40,64}$/)
    .optional()
    .describe("Replace the remote's branch if it is at this commit. Without it a branch only moves forward."),
});

export const output = z.strictObject({
  url: z.string(),
  branch: z.string(),
  commit: hash,
  did: z.enum(["created", "moved", "replaced", "nothing"]),
});

/** Pushes one branch to the installation's git host, with a credential that git never holds. */
export function gitPush({ host }: { host: string }) {
  return tool({
    name: "git_push",
    title: "Push a git branch",
    summary: "Push one branch of a repository in the workspace or project to the installation's git host.",
    description:
      "Pushes exactly one branch over https to the host that this installation configured; the credential is added on the way and is not in the " +
      "sandbox. A branch moves forward only, unless 'expects' says which commit it replaces. No tags, no submodules; hooks and helpers are not run.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "version_control",
    actionType: "vcs:push",
    idempotency: "optional",
    idempotent: true,
    policy: {
      risk: "high",
      filesystem: { read: ROOTS, write: [] },
      network: { mode: "allowlist", hosts: [host] },
      environment: { allow: [] },
      exec: "allow",
      limits: limits({ wallSeconds: 180, cpuSeconds: 120, memoryMb: 1024, fileMb: 256 }),
    },
    requires: inHeader(host, "git.push_login", "authorization", "Basic "),
    gate: {
      urls: [{ at: "/url" }],
      paths: [{ at: "/repository", access: "read" }],
      text: [{ at: "/branch" }, { at: "/to" }, { at: "/expects" }],
      targets: [{ at: "/url", kind: "repository" }],
    },
    outputContent: "verbatim",
    effect: "Push {/branch} to {/url}",
    costTier: "medium",
    examples: [{ title: "A feature", input: { url: "https://github.com/acme/shop.git", branch: "fix-totals" } }],
    failureModes: [
      ...failureModes,
      "push_rejected: the remote's branch has commits that this one has not, is protected, or is not at 'expects'.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
