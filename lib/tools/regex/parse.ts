import { failure } from "../failures/failure.ts";
import { readClass, readEscape } from "./char-class.ts";
import type { CharTest, Pattern } from "./syntax.ts";

const DEPTH_MAX = 20;
const TIMES_MAX = 100;

/** Reads a pattern: characters, `.`, classes, groups, `|`, `* + ? {m,n}`, `^ $ \b \B`. Anything else is refused by name. */
export function parsePattern(text: string, ignoreCase: boolean): Pattern {
  const chars = [...text];
  let at = 0;
  const parsed = readAny(0);
  if (at < chars.length) throw failure("bad_pattern", "A parenthesis is closed that was not opened.");
  return parsed;

  function readAny(depth: number): Pattern {
    if (depth > DEPTH_MAX) throw failure("bad_pattern", `Groups are nested more than ${DEPTH_MAX} deep.`);
    const parts = [readAll(depth)];
    while (chars[at] === "|") {
      at += 1;
      parts.push(readAll(depth));
    }
    return { kind: "any", parts };
  }

  function readAll(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (at < chars.length && chars[at] !== "|" && chars[at] !== ")") parts.push(readTimes(readAtom(depth)));
    return { kind: "all", parts };
  }

  function readAtom(depth: number): Pattern {
    const char = chars[at] ?? "";
    at += 1;
    if (char === "(") return readGroup(depth);
    if (char === "[") {
      const { test, next } = readClass(chars, at, folded);
      at = next;
      return { kind: "char", fits: test };
    }
    if (char === ".") return { kind: "char", fits: () => true };
    if (char === "^") return { kind: "edge", at: "start" };
    if (char === "$") return { kind: "edge", at: "end" };
    if (char === "\\") return readEscaped();
    if ("*+?".includes(char)) throw failure("bad_pattern", `There is nothing before ${char} that it could repeat.`);
    return literal(char.codePointAt(0) ?? 0);
  }

  function readGroup(depth: number): Pattern {
    if (chars[at] === "?") {
      if (chars[at + 1] !== ":") throw failure("bad_pattern", "Of the groups with (? only (?: is known.");
      at += 2;
    }
    const inner = readAny(depth + 1);
    if (chars[at] !== ")") throw failure("bad_pattern", "A parenthesis is not closed.");
    at += 1;
    return inner;
  }

  function readEscaped(): Pattern {
    if (chars[at] === "b" || chars[at] === "B") {
      at += 1;
      return { kind: "edge", at: chars[at - 1] === "b" ? "word" : "inWord" };
    }
    const { meant, next } = readEscape(chars, at);
    at = next;
    return "test" in meant ? { kind: "char", fits: meant.test } : literal(meant.char);
  }

  function readTimes(of: Pattern): Pattern {
    const range = readRange();
    if (!range) return of;
    // Which of several ends is taken does not matter here: whether a line fits, and where the match begins, does.
    if (chars[at] === "?") at += 1;
    if (of.kind === "edge") throw failure("bad_pattern", "A place cannot be repeated.");
    return readTimes({ kind: "times", of, ...range });
  }

  function readRange(): { least: number; most: number } | undefined {
    const simple = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[chars[at] ?? ""];
    if (simple) {
      at += 1;
      return { least: simple[0] ?? 0, most: simple[1] ?? 0 };
    }
    const written = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(chars.slice(at, at + 12).join(""));
    if (!written) return undefined;
    at += written[0].length;
    const least = Number(written[1]);
    const most = written[2] === undefined ? least : written[3] ? Number(written[3]) : Infinity;
    if (most < least || least > TIMES_MAX || (most !== Infinity && most > TIMES_MAX)) {
      throw failure("bad_pattern", `A repetition goes up to ${TIMES_MAX}, the smaller number first.`);
    }
    return { least, most };
  }

  function literal(wanted: number): Pattern {
    return { kind: "char", fits: folded((char) => char === wanted) };
  }

  function folded(test: CharTest): CharTest {
    if (!ignoreCase) return test;
    return (char) => {
      const text = String.fromCodePoint(char);
      return [text, text.toLowerCase(), text.toUpperCase()].some((form) => test(form.codePointAt(0) ?? 0));
    };
  }
}
