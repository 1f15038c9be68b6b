import type { z } from "zod";
import { failure } from "../failures/failure.ts";
import type { input } from "./contract.ts";

type Edit = z.output<typeof input>["edit"];

export interface Edited {
  readonly text: string;
  readonly replacements: number;
  /** The first changed line. */
  readonly line: number;
}

/** The text after the edit; throws when the text is not what whoever asked believes it to be. */
export function applyEdit(text: string, edit: Edit): Edited {
  return edit.kind === "replace" ? replaceText(text, edit) : replaceLines(text, edit);
}

function replaceText(text: string, { oldText, newText, count = 1 }: Extract<Edit, { kind: "replace" }>): Edited {
  const parts = text.split(oldText);
  const found = parts.length - 1;
  if (found === 0) throw failure("text_not_found", "The old text is not in the file; nothing was changed.");
  if (found !== count) {
    throw failure(
      "text_found_elsewhere",
      `The old text is in the file ${times(found)}, not ${times(count)}; nothing was changed.`,
    );
  }
  return { text: parts.join(newText), replacements: found, line: linesIn(parts[0] ?? "") + 1 };
}

function replaceLines(text: string, { from, to, newText, oldText }: Extract<Edit, { kind: "lines" }>): Edited {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (to < from - 1 || to > lines.length) {
    throw failure("no_such_line", `The file has ${lines.length} lines; ${from} to ${to} is no range of them.`);
  }
  const taken = lines.slice(from - 1, to).join("");
  if (oldText !== undefined && oldText !== taken && oldText !== taken.replace(/\r?\n$/, "")) {
    throw failure("lines_differ", `Lines ${from} to ${to} do not hold the text that was said; nothing was changed.`);
  }
  const before = lines.slice(0, from - 1).join("");
  const after = lines.slice(to).join("");
  return { text: before + asLines(newText, taken, before, after) + after, replacements: 1, line: from };
}

/** A text that forgot its last line end gets one where there was one, or where lines follow. */
function asLines(newText: string, taken: string, before: string, after: string): string {
  const end = /\r\n/.test(taken || before || after) ? "\r\n" : "\n";
  const opened = before !== "" && !before.endsWith("\n") ? end : "";
  const isClosed = newText === "" || newText.endsWith("\n") || !(taken.endsWith("\n") || after !== "");
  return newText === "" ? "" : `${opened}${newText}${isClosed ? "" : end}`;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
