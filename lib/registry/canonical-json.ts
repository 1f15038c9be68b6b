/**
 * RFC 8785 (JSON Canonicalization Scheme), to a string: one value, one text, whatever order its keys came in.
 *
 * Everything that people approve is compared by a digest of this text, so two values must never share one. Hence it is
 * stricter than the RFC in one place: an integer outside ±(2^53−1) is refused, because the digits somebody wrote are
 * already lost. Keys are sorted as a list and never put into an object again, for an object moves "9" before "10".
 */
export class NotCanonical extends Error {
  readonly pointer: string;
  constructor(pointer: string, reason: string) {
    super(`${pointer === "" ? "The value" : pointer} ${reason}`);
    this.name = "NotCanonical";
    this.pointer = pointer;
  }
}

/** Depth beyond which nothing of ours is nested; also what keeps a cycle from recursing for ever. */
export const MAX_DEPTH = 32;

/** Throws `NotCanonical` for what JSON cannot say exactly. */
export function canonicalJson(value: unknown): string {
  return serialise(value, "", 0);
}

function serialise(value: unknown, pointer: string, depth: number): string {
  if (depth > MAX_DEPTH) throw new NotCanonical(pointer, `is nested deeper than ${MAX_DEPTH}.`);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return serialiseString(value, pointer);
  if (typeof value === "number") return serialiseNumber(value, pointer);
  if (Array.isArray(value)) {
    // Array.from visits holes too, which map() would skip and so lose.
    return `[${Array.from(value, (item, index) => serialise(item, `${pointer}/${index}`, depth + 1)).join(",")}]`;
  }
  if (isPlainObject(value)) {
    const members = Object.keys(value)
      .sort(byCodeUnit)
      .map((key) => {
        const at = `${pointer}/${escapePointer(key)}`;
        return `${serialiseString(key, at)}:${serialise(value[key], at, depth + 1)}`;
      });
    return `{${members.join(",")}}`;
  }
  throw new NotCanonical(pointer, `is not JSON (${typeof value}).`);
}

function serialiseString(text: string, pointer: string): string {
  if (!text.isWellFormed()) throw new NotCanonical(pointer, "holds half of a surrogate pair.");
  // For well-formed text JSON.stringify escapes exactly what the RFC asks for, in the form it asks for.
  return JSON.stringify(text);
}

function serialiseNumber(number: number, pointer: string): string {
  if (!Number.isFinite(number)) throw new NotCanonical(pointer, "is not a finite number.");
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new NotCanonical(pointer, "is an integer that a double cannot hold exactly.");
  }
  return JSON.stringify(number);
}

/** Dates, maps and class instances would serialise as something else than they are. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** One segment of a JSON Pointer (RFC 6901). */
export function escapePointer(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
