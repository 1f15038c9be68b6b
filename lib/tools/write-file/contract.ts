import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  path: z.string().min(1).max(4096).describe("The file; a relative path starts at /workspace."),
  content: z.string().max(196_608).describe("The whole new content."),
  createDirectories: z.boolean().optional().describe("Make missing parent directories; no if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("The file that was written, absolute."),
  bytes: z.number().int().min(0).describe("Size of what was written."),
  replaced: z.boolean().describe("Whether there was a file of that name before."),
});

/** Writes one file of the agent's workspace or project, whole or not at all. */
export const writeFile = tool({
  name: "write_file",
  title: "Write a file",
  summary: "Write one file of the workspace or project.",
  description:
    "Writes one file with the given text, replacing what was there. The file is either the old one or the new one, " +
    "never a part. Relative paths start at /workspace. Text that still holds the marks which Airlock puts in place of " +
    "removed content is refused, because writing it back would destroy the original.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "file_system",
  actionType: "fs:write",
  idempotency: "optional",
  idempotent: true,
  policy: {
    risk: "medium",
    filesystem: { read: [], write: ["${workspace}/**", "${project}/**"] },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: {
      wallSeconds: 15,
      cpuSeconds: 10,
      memoryMb: 512,
      processes: 64,
      outputBytes: 65_536,
      fileMb: 1,
      hard: ["wallSeconds", "outputBytes", "fileMb"],
    },
  },
  gate: { paths: [{ at: "/path", access: "write" }], text: [{ at: "/content" }] },
  outputContent: "verbatim",
  effect: "Write {/content|size} to {/path}",
  costTier: "free",
  examples: [
    {
      title: "A new file in a new folder",
      input: { path: "notes/today.md", content: "# Today\n", createDirectories: true },
      output: { path: "/workspace/notes/today.md", bytes: 8, replaced: false },
    },
  ],
  failureModes: [
    "ENOENT: the folder is not there; say createDirectories. not_a_file: something else has this name.",
    "cleaned_copy: the content holds a mark in place of something removed; write the original text.",
    "path_refused: it lies outside the workspace and the project. 'is a link': no part of a path may be one.",
  ],
  execute,
  declaredIn: import.meta.url,
});
