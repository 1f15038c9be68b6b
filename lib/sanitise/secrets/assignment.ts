import { isPlaceholder, isReference, isWordy, makeupOf } from "./made-up.ts";
import { judgeName, type NameStrength } from "./names.ts";
import type { Attempt } from "./token.ts";

/**
 * One scanner for every secret that only its name gives away: `DB_PASSWORD="…"`, `client_secret: …`, `X-Api-Key: …`,
 * `--token …`, `<password>…</password>`, `Authorization: Bearer …`. The name has to promise a secret and the value has to look
 * like one: random, not a word, not a reference to somewhere else.
 */

const NAME_REACH = 48;
const VALUE_MAX = 1024;
/** How many names inside one run of value characters are tried: an address may carry two, a hostile text a thousand. */
const TRIES_MAX = 4;
const GAP_MAX = 8;
const COLON = 0x3a;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const ASTERISK = 0x2a;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const QUOTES = unitsOf("\"'`");
const CLOSERS = unitsOf("\"'`]\\*");
const SENTENCE_ENDS = unitsOf(".:!?");
/** The scheme of an Authorization header stands before its credentials: a word, and then something long. */
const SCHEME = /(?:bearer|basic|token|bot|apikey|ssws|[A-Za-z][A-Za-z-]{2,24}(?=[ \t]{1,4}\S{16}))[ \t]{1,4}/iy;
/** Ends a value that has no quotes around it. */
const VALUE_END = /[\s"'`<>,;&|)\]}\\⟦⟧]/g;
const QUOTED_END = /["'`\n\\⟦⟧]/g;

function unitsOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

interface Value {
  readonly start: number;
  readonly text: string;
}

/** Reads the assignments of one text; remembers how far the last value reached, so that no run is read once for each name. */
export class Assignments {
  readonly #text: string;
  #nameStart = 0;
  #nameEnd = 0;
  #runEnd = 0;
  #tries = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** From a word such as `password`, at `[start, end)`. */
  match(start: number, end: number): Attempt {
    const text = this.#text;
    if (end > this.#nameEnd) this.#readName(start, end);
    const nameStart = Math.max(this.#nameStart, start - NAME_REACH);
    const nameEnd = this.#nameEnd;
    if (nameEnd > end + NAME_REACH) return end;
    const valueAt = skipSeparator(text, nameStart, start, nameEnd);
    if (valueAt === undefined) return end;
    const strength = judgeName(text.slice(nameStart, nameEnd), start - nameStart, end - nameStart);
    if (strength === undefined || text.charAt(nameStart - 1) === "⟦") return end;
    const value = beforeEscape(text, valueAt, this.#readValue(valueAt));
    if (value === undefined || !isSecretValue(value.text, strength)) return end;
    return { start: value.start, end: value.start + value.text.length, kind: strength };
  }

  /** The run of name characters around a word; several words may stand in one. */
  #readName(start: number, end: number): void {
    const text = this.#text;
    let from = start;
    while (from > Math.max(this.#nameEnd, start - NAME_REACH) && isNameUnit(text.charCodeAt(from - 1))) from--;
    let to = end;
    while (to < text.length && isNameUnit(text.charCodeAt(to))) to++;
    this.#nameStart = from;
    this.#nameEnd = to;
  }

  /** The value at `from`, without its quotes and without the scheme of an Authorization header. */
  #readValue(from: number): Value | undefined {
    const text = this.#text;
    let at = endOf(QUOTE_LEAD, text, from) ?? from;
    const quoted = QUOTES.has(text.charCodeAt(at));
    if (quoted) at++;
    SCHEME.lastIndex = at;
    if (SCHEME.test(text)) at = SCHEME.lastIndex;
    // Between quotes a value may hold anything but a quote; what stands before an apostrophe is enough to judge and to mask.
    const end = quoted ? this.#find(QUOTED_END, at) : this.#runEndAfter(at);
    if (end === undefined || end - at > VALUE_MAX) return undefined;
    let last = end;
    while (!quoted && last > at && SENTENCE_ENDS.has(text.charCodeAt(last - 1))) last--;
    return { start: at, text: text.slice(at, last) };
  }

  /** Where the unquoted value ends; undefined when this run was tried often enough. */
  #runEndAfter(at: number): number | undefined {
    if (at >= this.#runEnd) {
      this.#runEnd = this.#find(VALUE_END, at);
      this.#tries = 0;
    }
    this.#tries += 1;
    return this.#tries > TRIES_MAX ? undefined : this.#runEnd;
  }

  #find(end: RegExp, at: number): number {
    end.lastIndex = at;
    return end.test(this.#text) ? end.lastIndex - 1 : this.#text.length;
  }
}

function isNameUnit(unit: number): boolean {
  // Letters, those of other Latin alphabets too, digits, and _ . - which join the parts of a name.
  return (
    (unit >= 0xc0 && unit <= 0x24f) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit === 0x2d ||
    unit === 0x2e
  );
}

/** Where the value may start: behind `:`, `=`, `:=`, `=>`, the `>` of a tag, the space of a `--flag`, or before a quote. */
function skipSeparator(text: string, nameStart: number, start: number, nameEnd: number): number | undefined {
  let at = nameEnd;
  // A quoted key, a subscript, emphasis: `"password": …`, `env['token'] = …`, `**Password:** …`.
  while (at < nameEnd + 4 && CLOSERS.has(text.charCodeAt(at))) at++;
  at = endOf(WRITTEN_QUOTE, text, at) ?? at;
  const spaced = skipSpaces(text, at);
  const separator = text.charCodeAt(spaced);
  const elsewhere = endOf(NAMED_VALUE, text, at) ?? endOf(DEFAULT_VALUE, text, at) ?? endOf(TYPED, text, at);
  if (elsewhere !== undefined) return elsewhere;
  // `define('DB_PASSWORD', '…')`, `setenv("TOKEN", "…")`, `config :app, :api_token, "…"`.
  const isArgument = spaced > nameEnd || text.charCodeAt(nameStart - 1) === COLON;
  if (separator === COMMA && isArgument && QUOTES.has(text.charCodeAt(skipSpaces(text, spaced + 1))))
    return skipSpaces(text, spaced + 1);
  if (separator === COLON || separator === EQUALS) {
    at = spaced + 1;
    if (text.charCodeAt(at) === EQUALS || text.charCodeAt(at) === GREATER) at++;
    while (at < spaced + 6 && text.charCodeAt(at) === ASTERISK) at++;
    return endOf(ON_NEXT_LINE, text, at) ?? skipSpaces(text, at);
  }
  const isElement = spaced === nameEnd || NAMED_STRING.test(text.slice(Math.max(0, nameStart - 16), nameStart));
  if (separator === GREATER && spaced === at && isElement) return endOf(ON_NEXT_LINE, text, spaced + 1) ?? spaced + 1;
  if (ESCAPED_EQUALS.test(text.slice(at, at + 3))) return at + 3;
  if (spaced === at) return undefined;
  const said = endOf(SAID, text, at);
  if (said !== undefined) return skipSpaces(text, said);
  if (separator === DOUBLE_QUOTE || separator === SINGLE_QUOTE) return spaced;
  const before = text.slice(Math.max(0, start - 160), start);
  return FLAG_OR_LOGIN.test(before) ? spaced : undefined;
}

/** `name: DB_PASSWORD`, then `value: …` on the next line, in the next member or the next attribute. */
const NAMED_VALUE = /(?:,\s{0,40}|\s{1,40})["']?val(?:ue)?["']?[ \t]{0,4}[:=][ \t]{0,4}(?=\S)/iy;
/** `variable "db_password" { default = "…" }`, with a few other lines in between. */
const DEFAULT_VALUE =
  /[ \t]{0,4}\{\s{1,40}(?:(?:type|description|sensitive|nullable)[ \t]{0,8}=[^\n]{0,160}\n\s{0,40}){0,4}default[ \t]{0,8}=[ \t]{0,8}/y;
/** `token: string = "…"`, `let token: &'static str = "…"`, `var token string = "…"`. */
const TYPED =
  /(?:[ \t]{0,2}:[ \t]{0,2}(?:&(?:'\w{1,16} )?)?[A-Za-z_][\w.<>[\]|?]{0,40}|[ \t]string)[ \t]{0,2}=[ \t]{0,2}(?=["'`])/y;
/** `password is …`, `the password for the archive is: …`, and as other languages say it. */
const SAID =
  /(?: (?:for|of|to|f\u00fcr|pour|del?|da|van|do|na) [\w' -]{1,40}?)? (?:is|was|lautet|ist|est|es|is nu|\u00e8|\u00e9)[ \t]?:?[ \t](?=\S)/y;

/** A value that begins on the next line, deeper than its name: what YAML calls a block, or an element of its own. */
const ON_NEXT_LINE = /[ \t]{0,4}(?:[|>][-+]?[ \t]{0,4})?\r?\n[ \t]{1,40}(?=\S)/y;
/** What stands before the quotation mark of a string: an escape, or the letter for its kind. A value of a letter has its mark behind it. */
const QUOTE_LEAD = /(?:\\|[bBuUrRfF]{1,2}(?=["'][^\s"'>,;:)\]}]))|&(?:quot|apos|#34|#39);/y;
/** `<string name="api_key">…</string>`. */
const NAMED_STRING = /<string\s+name=["']$/;
/** A quotation mark as pages write it. */
const WRITTEN_QUOTE = /&(?:quot|apos|#34|#39);/y;

/** An address inside of another: what parts its members is escaped, too. */
const ESCAPED_EQUALS = /^%3d$/i;
const ESCAPED_END = /%(?:26|3b|2c|22|27|20|0[ad])/i;

/** Behind an escaped `=` a value ends with an escaped `&`. */
function beforeEscape(text: string, valueAt: number, value: Value | undefined): Value | undefined {
  if (value === undefined || !ESCAPED_EQUALS.test(text.slice(valueAt - 3, valueAt))) return value;
  const end = value.text.search(ESCAPED_END);
  return end < 0 ? value : { ...value, text: value.text.slice(0, end) };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** `--token VALUE`, `ENV NAME VALUE`, and `login NAME password VALUE` as files of logins have it. */
const FLAG_OR_LOGIN =
  /(?:--[\w-]{0,32}|(?:^|\n)[ \t]{0,8}ENV[ \t]{1,4}\w{0,32}|(?:^|\s)(?:login|user)\s{1,4}\S{1,64}\s{1,4})$/;

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < from + GAP_MAX && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
  return at;
}

const DRAWN_OF_ALL = 40;

export function isSecretValue(value: string, strength: NameStrength): boolean {
  const { length } = value;
  if (length < 8 || length > VALUE_MAX) return false;
  const { lower, upper, digit, letter, kinds, entropy } = makeupOf(value);
  const password = letter && (kinds >= 3 || (kinds === 2 && entropy >= 2.75));
  // Words that were encoded may have no digit, but then their padding tells.
  const encoded = lower && upper && length % 4 === 0 && value.endsWith("=");
  const drawn = letter && (digit || encoded) && entropy >= 3 && (length >= 16 || (length >= 12 && lower && upper));
  if (strength === "password" ? !password : !drawn) return false;
  if (/\s/.test(value) || isWordy(value) || isPlaceholder(value)) return false;
  // Of all that can be typed: brackets are letters of it, and call nothing.
  return (kinds === 4 && length >= DRAWN_OF_ALL && entropy >= 4.3) || !isReference(value);
}
