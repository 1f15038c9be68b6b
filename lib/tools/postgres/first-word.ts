import { failure } from "../failures/failure.ts";

/**
 * The word that says what a statement does: behind white space, comments (which nest here, other than in most languages) and opening brackets.
 * The server runs exactly one statement, so this word is the statement's, whatever follows.
 */
export function firstWord(sql: string): string {
  let at = 0;
  while (at < sql.length) {
    if (/[\s(;]/.test(sql.charAt(at))) at += 1;
    else if (sql.startsWith("--", at)) at = endOfLine(sql, at);
    else if (sql.startsWith("/*", at)) at = endOfComment(sql, at);
    else break;
  }
  return /^[A-Za-z]+/.exec(sql.slice(at, at + 40))?.[0]?.toLowerCase() ?? "";
}

function endOfLine(sql: string, at: number): number {
  const end = sql.slice(at).search(/[\r\n]/);
  return end < 0 ? sql.length : at + end;
}

function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql.startsWith("/*", at)) {
      depth += 1;
      at += 1;
    } else if (sql.startsWith("*/", at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return sql.length;
}

/** Refuses a statement of another kind before anything is connected. */
export function mustBegin(sql: string, words: readonly string[], instead: string): void {
  const word = firstWord(sql);
  if (!words.includes(word)) {
    throw failure("statement_refused", `A statement that begins with '${word}' is not for this tool. ${instead}`);
  }
}
