import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { path, ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  path: path.describe("The file or folder; a relative path starts at /workspace."),
  recursive: z.boolean().optional().describe("Also a folder with something in it; no if not given."),
  maxEntries: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("Refuse when there are more files and folders than this; 1000 if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("What was deleted, absolute."),
  kind: z.enum(["file", "folder", "link", "other"]),
  entries: z.number().int().min(1).describe("How many files and folders are gone, this one included."),
});

/** Deletes one file or folder of the agent's workspace or project. */
export const deleteFile = tool({
  name: "delete_file",
  title: "Delete a file",
  summary: "Delete a file, an empty folder, or with 'recursive' a folder, of the workspace or project.",
  description:
    "Deletes one file, link or empty folder. A folder with something in it is deleted only when recursive is true and it " +
    "holds no more than maxEntries; it is counted before anything is deleted. Links are deleted, never followed. The " +
    "workspace and the project themselves cannot be deleted.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "file_system",
  actionType: "fs:delete",
  idempotency: "optional",
  idempotent: false,
  policy: {
    risk: "high",
    filesystem: { read: ROOTS, write: ROOTS },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: limits({ wallSeconds: 30, outputBytes: 65_536 }),
  },
  gate: { paths: [{ at: "/path", access: "write" }] },
  outputContent: "verbatim",
  effect: "Delete {/path} (everything in it: {/recursive})",
  costTier: "free",
  examples: [
    { title: "A file", input: { path: "draft.md" }, output: { path: "/workspace/draft.md", kind: "file", entries: 1 } },
    { title: "A folder and all in it", input: { path: "build", recursive: true, maxEntries: 200 } },
  ],
  failureModes: [
    "not_empty: the folder has something in it and recursive is not true.",
    "too_many_entries: it holds more than maxEntries; nothing was deleted.",
    "root_refused: it is the workspace or the project itself.",
    "ENOENT: there is nothing of that name.",
    "path_refused: it lies outside the workspace and the project.",
  ],
  execute,
  declaredIn: import.meta.url,
});
