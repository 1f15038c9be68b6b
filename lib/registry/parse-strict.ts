import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { MAX_DEPTH } from "./canonical-json.ts";

/**
 * Reads JSON from raw bytes or text and refuses everything that two readers could understand differently: a key given
 * twice (`JSON.parse` keeps the last, others the first), integers a double rounds, half surrogate pairs, NUL (which
 * PostgreSQL's jsonb cannot hold), bytes that are not UTF-8. What a person approves must be what the tool is handed.
 */
export interface ParseLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Of all objects together, and items of all arrays. */
  readonly maxMembers?: number;
  /** Keys that nobody honest needs; what reads them carelessly would take them for something else. */
  readonly refusedKeys?: ReadonlySet<string>;
}

const INPUT_LIMITS: ParseLimits = { maxBytes: 262_144, maxDepth: MAX_DEPTH };

export function parseStrict(source: string | Uint8Array, limits: ParseLimits = INPUT_LIMITS): Outcome<unknown> {
  const bytes = typeof source === "string" ? Buffer.byteLength(source, "utf8") : source.byteLength;
  if (bytes > limits.maxBytes) {
    return refuse("input_too_large", `It has ${bytes} bytes; ${limits.maxBytes} are allowed.`);
  }
  try {
    return done(new Reader(decode(source), limits).readDocument());
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return refuse("malformed_request", `${error.message}, at offset ${error.offset}.`, { offset: error.offset });
  }
}

class Malformed extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

function decode(source: string | Uint8Array): string {
  if (typeof source === "string") return source;
  try {
    // A byte order mark is kept, and then refused: JSON on the wire has none.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    throw new Malformed("These bytes are not UTF-8", 0);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Up to the next quote, escape or control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not stand bare in a string
const PLAIN_RUN = /[^"\\\u0000-\u001f]*/y;
const WHITESPACE = /[ \t\n\r]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader {
  private at = 0;
  private members = 0;
  private readonly text: string;
  private readonly limits: ParseLimits;

  constructor(text: string, limits: ParseLimits) {
    this.text = text;
    this.limits = limits;
  }

  readDocument(): unknown {
    const value = this.readValue(0);
    this.skipWhitespace();
    if (this.at < this.text.length) throw this.malformed("Something follows the JSON value");
    return value;
  }

  private readValue(depth: number): unknown {
    if (depth > this.limits.maxDepth) throw this.malformed(`Nested deeper than ${this.limits.maxDepth}`);
    this.skipWhitespace();
    const next = this.text[this.at];
    if (next === "{") return this.readObject(depth);
    if (next === "[") return this.readArray(depth);
    if (next === '"') return this.readString();
    if (next === "-" || (next !== undefined && next >= "0" && next <= "9")) return this.readNumber();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw this.malformed(next === undefined ? "The JSON ends too early" : "This is not a JSON value");
  }

  private readObject(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.at += 1;
    if (this.take("}")) return object;
    do {
      this.skipWhitespace();
      const start = this.at;
      if (this.text[start] !== '"') throw this.malformed("A key in double quotes is missing");
      const key = this.readString();
      if (Object.hasOwn(object, key)) throw new Malformed("A key is given twice", start);
      if (this.limits.refusedKeys?.has(key)) throw new Malformed(`A key cannot be ${key}`, start);
      this.countMember();
      if (!this.take(":")) throw this.malformed("A colon is missing");
      // Defined, not assigned: assigning `__proto__` would set the prototype and lose the member.
      const value = this.readValue(depth + 1);
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    } while (this.take(","));
    if (!this.take("}")) throw this.malformed("A comma or the end of an object is missing");
    return object;
  }

  private readArray(depth: number): unknown[] {
    const array: unknown[] = [];
    this.at += 1;
    if (this.take("]")) return array;
    do {
      this.countMember();
      array.push(this.readValue(depth + 1));
    } while (this.take(","));
    if (!this.take("]")) throw this.malformed("A comma or the end of an array is missing");
    return array;
  }

  private countMember(): void {
    this.members += 1;
    const { maxMembers = Number.POSITIVE_INFINITY } = this.limits;
    if (this.members > maxMembers) throw this.malformed(`More than ${maxMembers} members and items`);
  }

  private readString(): string {
    const start = this.at;
    const pieces: string[] = [];
    this.at += 1;
    for (;;) {
      pieces.push(this.match(PLAIN_RUN));
      const next = this.text[this.at];
      if (next === '"') break;
      if (next !== "\\")
        throw this.malformed(next === undefined ? "A string does not end" : "A bare control character");
      pieces.push(this.readEscape());
    }
    this.at += 1;
    const string = pieces.join("");
    if (!string.isWellFormed()) throw new Malformed("A string holds half of a surrogate pair", start);
    if (string.includes("\0")) throw new Malformed("A string holds a NUL", start);
    return string;
  }

  private readEscape(): string {
    const letter = this.text[this.at + 1] ?? "";
    if (letter === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.malformed("An escape is not four hexadecimal digits");
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = ESCAPES[letter];
    if (plain === undefined) throw this.malformed("An unknown escape");
    this.at += 2;
    return plain;
  }

  private readNumber(): number {
    const start = this.at;
    const literal = this.match(NUMBER);
    if (literal === "") throw this.malformed("This is not a JSON number");
    const number = Number(literal);
    if (!Number.isFinite(number)) throw new Malformed("A number is too large", start);
    if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
      throw new Malformed("An integer lies outside ±(2^53−1)", start);
    }
    return number;
  }

  private take(mark: string): boolean {
    this.skipWhitespace();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private skipWhitespace(): void {
    this.match(WHITESPACE);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private malformed(reason: string): Malformed {
    return new Malformed(reason, this.at);
  }
}
