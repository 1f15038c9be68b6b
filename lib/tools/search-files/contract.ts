import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { folder, glob, hidden, ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  pattern: z.string().min(1).max(256).describe("The text to look for, within one line."),
  kind: z
    .enum(["literal", "regex"])
    .optional()
    .describe(
      "literal if not given. A regex has classes, groups, | and repetitions; no references back, no looking around.",
    ),
  ignoreCase: z.boolean().optional().describe("No if not given."),
  path: folder,
  glob,
  hidden,
  maxMatches: z.number().int().min(1).max(500).optional().describe("At most this many lines; 100 if not given."),
});

export const output = z.strictObject({
  path: z.string().describe("The folder that was searched, absolute."),
  matches: z.array(
    z.strictObject({
      path: z.string().describe("The file, below the folder."),
      line: z.number().int().min(1),
      column: z.number().int().min(1).describe("Where the first match in the line begins."),
      text: z.string().describe("The line, or 400 characters of it from shortly before the match."),
    }),
  ),
  filesSearched: z.number().int().min(0),
  filesSkipped: z.number().int().min(0).describe("Not text, larger than 2 MiB, or not readable."),
  truncated: z.boolean().describe("Whether there may be more: matches, files or work passed their bounds."),
});

/** Finds lines in the text files of the agent's workspace or project. */
export const searchFiles = tool({
  name: "search_files",
  title: "Search files",
  summary: "Find the lines of text files in the workspace or project that hold a text or fit a pattern.",
  description:
    "Looks for a text, or a regular expression of the kind that is matched in linear time, in all UTF-8 files below a " +
    "folder, in the order of their paths. Returns each matching line once with its place. Binary files are skipped, links " +
    "are not followed. Relative paths start at /workspace.",
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
    limits: limits({ wallSeconds: 30, cpuSeconds: 25 }),
  },
  gate: { paths: [{ at: "/path", access: "read" }], text: [{ at: "/pattern" }] },
  outputContent: "verbatim",
  effect: "Search {/path} for {/pattern}",
  costTier: "low",
  examples: [
    { title: "Where a function is called", input: { pattern: "openFolder(", path: "src", glob: "**/*.ts" } },
    { title: "Version numbers", input: { pattern: "\\bv\\d+\\.\\d+\\b", kind: "regex", ignoreCase: true } },
  ],
  failureModes: [
    "bad_pattern: the regex uses what cannot be matched in linear time, or is written wrongly. The sentence says what.",
    "path_refused: the folder lies outside the workspace and the project.",
    "truncated in the answer: narrow the folder, the glob or the pattern and ask again.",
  ],
  execute,
  declaredIn: import.meta.url,
});
