import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { limits } from "../declared/limits.ts";
import { path, ROOTS } from "../declared/roots.ts";
import { execute } from "./execute.ts";

const text = z.string().max(98_304);
const line = z.number().int().min(0).max(10_000_000);

export const input = z.strictObject({
  path: path.describe("The file; a relative path starts at /workspace."),
  edit: z
    .union([
      z.strictObject({
        kind: z.literal("replace"),
        oldText: text.min(1).describe("Exactly as it stands in the file, line ends and indentation included."),
        newText: text,
        count: z
          .number()
          .int()
          .min(1)
          .max(10_000)
          .optional()
          .describe("How often the old text occurs; 1 if not given. Any other number of places is refused."),
      }),
      z.strictObject({
        kind: z.literal("lines"),
        from: line.min(1).describe("The first line to replace, counted from 1."),
        to: line.describe("The last line to replace; one less than 'from' inserts before it."),
        newText: text.describe("Whole lines; empty takes the lines out."),
        oldText: text
          .optional()
          .describe("What the lines hold now, without the last line end; refused if they differ."),
      }),
    ])
    .describe("One change."),
});

export const output = z.strictObject({
  path: z.string().describe("The file that was changed, absolute."),
  replacements: z.number().int().min(1).describe("In how many places."),
  line: z.number().int().min(1).describe("The first line that was changed."),
  bytes: z.number().int().min(0).describe("Size of the file now."),
});

/** Changes a part of one text file of the agent's workspace or project. */
export const editFile = tool({
  name: "edit_file",
  title: "Edit a file",
  summary: "Change a part of one text file of the workspace or project.",
  description:
    "Replaces an exact text, or a range of lines, in one UTF-8 file of at most 1 MiB. The old text has to be there exactly " +
    "as often as said, or nothing is changed. The file is either the old one or the new one, never a part, and keeps its " +
    "mode. Relative paths start at /workspace. New text with the marks that Airlock puts in place of removed content is refused.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "file_system",
  actionType: "fs:write",
  idempotency: "optional",
  idempotent: false,
  policy: {
    risk: "medium",
    filesystem: { read: ROOTS, write: ROOTS },
    network: { mode: "none" },
    environment: { allow: [] },
    exec: "deny",
    limits: limits({ wallSeconds: 15, outputBytes: 65_536, fileMb: 4 }),
  },
  gate: { paths: [{ at: "/path", access: "write" }], text: [{ at: "/edit" }] },
  outputContent: "verbatim",
  effect: "Change {/path}: put {/edit/newText} in place of {/edit/oldText}",
  costTier: "free",
  examples: [
    {
      title: "One word in one place",
      input: { path: "README.md", edit: { kind: "replace", oldText: "recieve", newText: "receive" } },
      output: { path: "/workspace/README.md", replacements: 1, line: 12, bytes: 2048 },
    },
    {
      title: "Insert before the first line",
      input: { path: "main.py", edit: { kind: "lines", from: 1, to: 0, newText: "import os\n" } },
    },
  ],
  failureModes: [
    "text_not_found: the old text is not in the file. Read it again; it may have changed.",
    "text_found_elsewhere: it is there more or less often than 'count' says. Take more of the text around it.",
    "lines_differ or no_such_line: the range does not hold what was said, or the file ends before it.",
    "not_text: the file is not UTF-8, or larger than 1 MiB.",
    "cleaned_copy: the new text holds a mark in place of something removed.",
    "path_refused: the file lies outside the workspace and the project, or the path leads through a link.",
  ],
  execute,
  declaredIn: import.meta.url,
});
