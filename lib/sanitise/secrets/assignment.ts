import { entropyOf, isPlaceholder, isReference, isWordy, makeupOf } from "./made-up.ts";
import { judgeName, type NameStrength } from "./names.ts";
import type { Attempt } from "./token.ts";

/**
 * One scanner for every secret that only its name gives away: `DB_PASSWORD="…"`, `client_secret: …`, `X-Api-Key: …`,
 * `--token …`, `<password>…</password>`, `Authorization: Bearer …`. The name has to promise a secret and the value has to look
 * like one: random, not a word, not a reference to somewhere else.
 */

const NAME_REACH = 48;
const VALUE_MAX = 2048;
const GAP_MAX = 8;
const NAME_CHARACTER = /[\w.-]/;
const QUOTES = "\"'`";
/** Ends a value that has no quotes around it. */
const VALUE_END = /[\s"'`<>,;&|)\]}\\⟦⟧]/g;

/** From a word such as `password`, whose end is `end`. */
export function matchAssignment(text: string, start: number, end: number): Attempt {
  let nameEnd = end;
  while (nameEnd < end + NAME_REACH && NAME_CHARACTER.test(text.charAt(nameEnd))) nameEnd++;
  const valueAt = skipSeparator(text, start, nameEnd);
  if (valueAt === undefined) return end;
  let nameStart = start;
  while (nameStart > start - NAME_REACH && NAME_CHARACTER.test(text.charAt(nameStart - 1))) nameStart--;
  const strength = judgeName(text.slice(nameStart, nameEnd), start - nameStart, end - nameStart);
  if (strength === undefined || text.charAt(nameStart - 1) === "⟦") return end;
  const value = readValue(text, valueAt);
  if (!isSecretValue(value.text, strength)) return end;
  return { start: value.start, end: value.start + value.text.length, kind: strength };
}

/** Where the value may start: behind `:`, `=`, `:=`, `=>`, the `>` of a tag, the space of a `--flag`, or before a quote. */
function skipSeparator(text: string, start: number, nameEnd: number): number | undefined {
  let at = nameEnd;
  // A quoted key, a subscript, emphasis: `"password": …`, `env['token'] = …`, `**Password:** …`.
  for (let closers = 0; closers < 4 && "\"'`]\\*".includes(text.charAt(at) || " "); closers++) at++;
  const spaced = skipSpaces(text, at);
  const separator = text.charAt(spaced);
  if (separator === ":" || separator === "=") {
    at = spaced + 1;
    if ("=>".includes(text.charAt(at) || " ")) at++;
    for (let marks = 0; marks < 4 && "* \t".includes(text.charAt(at) || "-"); marks++) at++;
    return skipSpaces(text, at);
  }
  if (separator === ">" && spaced === nameEnd) return spaced + 1;
  const words = text.slice(spaced, spaced + 3);
  if (spaced > at && words === "is ") return skipSpaces(text, spaced + 3);
  const quoted = spaced > at && (separator === '"' || separator === "'");
  const flagged = spaced > at && /--[\w-]{0,32}$/.test(text.slice(Math.max(0, start - 34), start));
  return quoted || flagged ? spaced : undefined;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < from + GAP_MAX && (text.charAt(at) === " " || text.charAt(at) === "\t")) at++;
  return at;
}

/** The value at `from`, without its quotes and without the scheme of an Authorization header. */
function readValue(text: string, from: number): { start: number; text: string } {
  let at = from;
  if (text.charAt(at) === "\\") at++;
  const quote = text.charAt(at);
  if (quote !== "" && QUOTES.includes(quote)) {
    const close = text.slice(at + 1, at + 1 + VALUE_MAX).search(quote === "`" ? /[`\n]/ : /["'\n\\⟦⟧]/);
    // An apostrophe inside double quotes may belong to the value; what stands before it is enough to judge and to mask.
    if (close > 0) return { start: at + 1, text: text.slice(at + 1, at + 1 + close) };
    if (close === 0) return { start: at + 1, text: "" };
    at++;
  }
  const scheme = /^(?:bearer|basic|token|bot|apikey)\s{1,4}/i.exec(text.slice(at, at + 12))?.[0] ?? "";
  at += scheme.length;
  VALUE_END.lastIndex = at;
  const found = VALUE_END.exec(text.slice(0, at + VALUE_MAX));
  const value = text.slice(at, found?.index ?? Math.min(text.length, at + VALUE_MAX));
  return { start: at, text: value.replace(/[.:!?]+$/, "") };
}

export function isSecretValue(value: string, strength: NameStrength): boolean {
  if (value.length < 8 || isPlaceholder(value) || isReference(value)) return false;
  const { lower, upper, digit, symbol } = makeupOf(value);
  const letters = lower || upper;
  if (/^[\d\s.,:+-]+$/.test(value) || isWordy(value)) return false;
  if (/\s/.test(value)) return false;
  const kinds = [lower, upper, digit, symbol].filter(Boolean).length;
  if (strength === "password") return kinds >= 3 || (kinds === 2 && letters && entropyOf(value) >= 2.75);
  if (value.length < 16) return value.length >= 12 && lower && upper && digit && entropyOf(value) >= 3;
  return letters && digit && entropyOf(value) >= 3;
}
