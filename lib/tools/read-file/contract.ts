import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { execute } from "./execute.ts";

/** The most that one call reads: worst-case escaping of it as JSON still fits the output limit. */
const MAX_BYTES = 524_288;

export const input = z.strictObject({
  path: z.string().min(1).max(4096).describe("The file; a relative path starts at /workspace."),
  maxBytes: z
    .number()
    .int()
    .min(1)
    .max(MAX_BYTES)
    .optional()
    .describe("Read at most this many bytes; 262144 if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("The file that was read, absolute."),
  bytes: z.number().int().min(0).describe("Size of the whole file."),
  truncated: z.boolean().describe("Whether the file goes on after what was read."),
  text: z.string().optional().describe("The content, if it is UTF-8 without NUL."),
  base64: z.string().optional().describe("The content, if it is anything else."),
});

/** Reads one file of the agent's workspace or project. */
export const readFile = tool({
  name: "read_file",
  title: "Read a file",
  summary: "Read one file of the workspace or project.",
  description:
    "Reads one regular file and returns its content as text, or as base64 when it is not UTF-8 text. " +
    "Relative paths start at /workspace. Large files are cut at maxBytes and marked as truncated.",
  input,
  output,
  safetyClass: "read",
  egressClass: "none",
  category: "file_system",
  actionType: "fs:read",
  idempotency: "optional",
  idempotent: true,
  policy: {
    risk: "low",
    filesystem: { read: ["${workspace}/**", "${project}/**"], write: [] },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: {
      wallSeconds: 15,
      cpuSeconds: 10,
      memoryMb: 512,
      processes: 64,
      outputBytes: 4_194_304,
      fileMb: 1,
      hard: ["wallSeconds", "outputBytes", "fileMb"],
    },
  },
  gate: { paths: [{ at: "/path", access: "read" }] },
  outputContent: "verbatim",
  effect: "Read {/path}",
  costTier: "free",
  examples: [
    {
      title: "A note",
      input: { path: "notes/week-46.md" },
      output: { path: "/workspace/notes/week-46.md", bytes: 12, truncated: false, text: "# Week 46\n\n-" },
    },
  ],
  failureModes: [
    "ENOENT: there is no such file. not_a_file: it is a folder, a pipe or something else.",
    "path_refused: it lies outside the workspace and the project. 'is a link': no part of a path may be one.",
  ],
  execute,
  declaredIn: import.meta.url,
});
