import {
  isExample,
  isForeign,
  isNamed,
  isPhrase,
  isPlaceholder,
  isReference,
  isTyped,
  isWordy,
  makeupOf,
} from "./made-up.ts";
import { judgeName, type NameStrength } from "./names.ts";
import { type Beginning, beginningOf, beginningsApart, ESCAPED_EQUALS, endOf, isQuote } from "./separators.ts";
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
const SENTENCE_ENDS = new Set([0x2e, 0x3a, 0x3f]);
/** The scheme of an Authorization header stands before its credentials: a word, and then something long. */
const SCHEME = /(?:bearer|basic|token|bot|apikey|ssws|[A-Za-z][A-Za-z-]{2,24}(?=[ \t]{1,4}\S{16}))[ \t]{1,4}/iy;
/** Ends a value that has no quotes around it. */
const VALUE_END = /[\s"'`<>,;&|)\]}\\⟦⟧\u2502\u2503\u2551\u3001\u3002\u300d\u300f\uff0c\uff1b\uff09\u201d\u00bb]/g;
const QUOTED_END = /["'`\n\\⟦⟧]/g;

/** What stands before the quotation mark of a string: an escape, the letter for its kind, what makes something of it; two more of it. */
const QUOTE_LEAD =
  /(?:\\|[bBuUrRfFN@]{1,2}(?=["'][^\s"'>,;:)\]}])|(?:String::from|str|\[\]byte|Buffer\.from|Some|PASSWORD|Fernet)\((?=["'])|(?:!!str|&\w{1,24})[ ]|&(?:quot|apos|#34|#39);|["']{2}(?=["'])|[\u300c\u300e\u201c\u201e\u00ab\u2018](?=\S))/y;

/** A marker of ours, the address of a resource. */
const OWN_MARKER = "⟦credential: ";
const BEFORE_NO_NAME = /⟦$|\barn:[\w:-]*:$/;

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
    // A word of several parts may have been met by its last one.
    const nameStart = Math.min(start, Math.max(this.#nameStart, start - NAME_REACH));
    const nameEnd = this.#nameEnd;
    if (nameEnd > end + NAME_REACH || text.startsWith(OWN_MARKER, nameStart - OWN_MARKER.length)) return end;
    const near = beginningOf(text, nameStart, start, nameEnd);
    const strength = judgeName(text.slice(nameStart, nameEnd), start - nameStart, end - nameStart);
    if (strength === undefined || BEFORE_NO_NAME.test(text.slice(Math.max(0, nameStart - 80), nameStart))) return end;
    const beside = near && this.#matchAt(near, strength);
    if (beside !== undefined) return beside;
    if (near !== undefined && text.charAt(near.at) === "⟦") return end;
    for (const beginning of beginningsApart(text, start, nameEnd)) {
      const apart = this.#matchAt(beginning, strength);
      if (apart !== undefined) return apart;
    }
    return end;
  }

  #matchAt(beginning: Beginning, strength: NameStrength): Attempt | undefined {
    const value = beforeEscape(this.#text, beginning.at, this.#readValue(beginning.at, strength));
    if (value === undefined || !isSecretValue(value.text, strength)) return undefined;
    if (beginning.apart && !isTyped(value.text)) return undefined;
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
  #readValue(from: number, strength: NameStrength): Value | undefined {
    const text = this.#text;
    let at = endOf(QUOTE_LEAD, text, from) ?? from;
    const quoted = isQuote(text.charCodeAt(at));
    if (quoted) at++;
    SCHEME.lastIndex = at;
    if (strength === "secret" && SCHEME.test(text)) at = SCHEME.lastIndex;
    // Between quotes a value may hold anything but a quote; what stands before an apostrophe is enough to judge and to mask.
    const end = quoted ? this.#find(QUOTED_END, at) : this.#runEndAfter(at);
    if (end === undefined || end - at > VALUE_MAX) return undefined;
    let last = end;
    while (!quoted && last > at && SENTENCE_ENDS.has(text.charCodeAt(last - 1))) last--;
    // Of what has a digit the exclamation mark is a part.
    if (!quoted && text.charAt(last - 1) === "!" && !/\d/.test(text.slice(at, last))) last--;
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
  // Letters, those of other alphabets too whose words have spaces between them, digits, and _ . - which join the parts of a name.
  return (
    (unit >= 0xc0 && unit <= 0xdff) ||
    (unit >= 0x10a0 && unit <= 0x10ff) ||
    (unit >= 0x1e00 && unit <= 0x1fff) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit === 0x2d ||
    unit === 0x2e
  );
}

/** Behind an escaped `=` a value ends with an escaped `&`. */
function beforeEscape(text: string, valueAt: number, value: Value | undefined): Value | undefined {
  if (value === undefined || !ESCAPED_EQUALS.test(text.slice(valueAt - 3, valueAt))) return value;
  const end = value.text.search(ESCAPED_END);
  return end < 0 ? value : { ...value, text: value.text.slice(0, end) };
}

/** What parts the members of an address that stands inside of another. */
const ESCAPED_END = /%(?:26|3b|2c|22|27|20|0[ad])/i;

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
  if (/\s/.test(value) || isForeign(value) || isPlaceholder(value)) return false;
  // Words with capitals, digits and signs between them are what people make passwords of, and nothing else that has such a name.
  if (strength === "password" ? isExample(value) || (isWordy(value) && kinds < 4 && !isPhrase(value)) : isNamed(value))
    return false;
  // Of all that can be typed: brackets are letters of it, and call nothing.
  const ofAll = kinds >= 3 && digit && length >= DRAWN_OF_ALL && entropy >= 4.3 && !/:\/\/|\$\{|\{\{/.test(value);
  return ofAll || !isReference(value);
}
