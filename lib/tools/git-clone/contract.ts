import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { hash, revision } from "../declared/repository.ts";
import { execute } from "./execute.ts";
import { cloneHosts } from "./settings.ts";

export const input = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(2048)
    .describe("https://host/path, ssh://user@host/path or user@host:path, on a host of this tool's list."),
  destination: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe("A folder below /workspace that is not there yet; the repository's name if not given."),
  branch: revision.optional().describe("A branch or tag; the remote's own choice if not given."),
  depth: z.number().int().min(1).max(10_000).optional().describe("Only this many commits of history; 1 if not given."),
  maxMb: z
    .number()
    .int()
    .min(1)
    .max(512)
    .optional()
    .describe("Refuse a repository that takes more on disk; 256 if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("The folder of the clone, absolute."),
  url: z.string().describe("The address as it was read."),
  branch: z.string().optional(),
  commit: hash.optional().describe("What is checked out; not there for an empty repository."),
  files: z.number().int().min(0).describe("Files and folders, git's own included."),
  bytes: z.number().int().min(0),
});

/** Clones a repository from a listed host into the agent's workspace. */
export const gitClone = tool({
  name: "git_clone",
  title: "Clone a git repository",
  summary: "Clone a git repository from a host on the tool's list into a new folder of the workspace.",
  description:
    "Clones one branch of a repository, by default without its history, into a folder of the workspace that is not there " +
    "yet. Addresses are https, ssh:// or user@host:path. Only listed hosts can be reached, at addresses that are checked " +
    "when they are dialled; redirects and submodules are not followed, no credentials are asked for, and nothing that the " +
    "repository holds is run. The folder appears when the clone is complete, or not at all.",
  input,
  output,
  safetyClass: "network",
  egressClass: "read_only",
  category: "version_control",
  actionType: "vcs:read",
  idempotency: "optional",
  idempotent: false,
  policy: {
    risk: "medium",
    filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
    network: { mode: "allowlist", hosts: cloneHosts({}) },
    environment: { allow: ["VCS_ACCESS"] },
    exec: "allow",
    limits: limits({ wallSeconds: 300, cpuSeconds: 200, memoryMb: 1024, fileMb: 512 }),
  },
  gate: {
    urls: [{ at: "/url" }],
    paths: [{ at: "/destination", access: "write" }],
    text: [{ at: "/branch" }],
  },
  outputContent: "verbatim",
  effect: "Clone {/url} to {/destination}",
  costTier: "high",
  examples: [
    { title: "The newest state", input: { url: "https://github.com/git/git.git" } },
    {
      title: "A release by ssh",
      input: { url: "git@gitlab.com:group/project.git", branch: "v1.2.0", destination: "vendor/project" },
    },
  ],
  failureModes: [
    "url_refused: the address is not one of the three forms, or holds what it may not.",
    "ssh_not_configured: this installation has no key and no known hosts for ssh; ask for the https address.",
    "ssh_refused: the agent's access level fetches over https only; ask for the https address.",
    "destination_taken: the folder is there already. path_refused: it lies outside the workspace.",
    "git_failed: what git said is in the sentence; a host that is not listed, or that leads to a private address, is unreachable.",
    "too_large: the clone takes more than maxMb; nothing is left of it. git_timed_out: it took too long.",
  ],
  execute,
  declaredIn: import.meta.url,
});
