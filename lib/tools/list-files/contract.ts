import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { folder, glob, hidden, ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  path: folder,
  depth: z.number().int().min(1).max(16).optional().describe("How many levels deep; 1 if not given."),
  glob,
  hidden,
  limit: z.number().int().min(1).max(2000).optional().describe("At most this many entries; 500 if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("The folder, absolute."),
  entries: z.array(
    z.strictObject({
      path: z.string().describe("Below the folder."),
      kind: z.enum(["file", "folder", "link", "other"]),
      bytes: z.number().int().min(0).optional().describe("Size of a file."),
    }),
  ),
  truncated: z.boolean().describe("Whether there is more than is listed."),
});

/** Lists files and folders of the agent's workspace or project. */
export const listFiles = tool({
  name: "list_files",
  title: "List files",
  summary: "List what is in a folder of the workspace or project.",
  description:
    "Lists files and folders with their sizes, sorted by path, down to the given depth. Links are named and not followed. " +
    "Relative paths start at /workspace. Long lists are cut at limit and marked as truncated.",
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
    filesystem: { read: ROOTS, write: [] },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: limits({ wallSeconds: 15 }),
  },
  gate: { paths: [{ at: "/path", access: "read" }] },
  outputContent: "verbatim",
  effect: "List {/path}",
  costTier: "free",
  examples: [
    { title: "All TypeScript files below src", input: { path: "src", depth: 8, glob: "**/*.ts" } },
    {
      title: "A small folder",
      input: { path: "notes" },
      output: {
        path: "/workspace/notes",
        entries: [{ path: "week-46.md", kind: "file", bytes: 812 }],
        truncated: false,
      },
    },
  ],
  failureModes: [
    "path_refused: the folder lies outside the workspace and the project.",
    "ENOENT: there is no such folder. ENOTDIR or 'is a link': the path leads through something that is no folder.",
  ],
  execute,
  declaredIn: import.meta.url,
});
