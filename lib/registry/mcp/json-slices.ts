/**
 * The parts of a JSON text as raw bytes, found without reading them, so that each can be read by the strict parser alone:
 * one tool with a key given twice is one tool refused, and not a list that nobody can read. It only follows strings and
 * brackets, never recurses, and promises nothing about what lies between them.
 */
export interface Member {
  /** With its quotes. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = { object: 0x7b, array: 0x5b };
const CLOSE = { object: 0x7d, array: 0x5d };

/** The members of the object that these bytes are, or nothing if they are not one object. */
export function membersOf(bytes: Uint8Array): Member[] | null {
  const members: Member[] = [];
  const complete = walk(bytes, "object", (at) => {
    if (bytes[at] !== QUOTE) return -1;
    const keyEnd = skipValue(bytes, at);
    const colon = skipSpace(bytes, keyEnd);
    if (keyEnd === -1 || bytes[colon] !== COLON) return -1;
    const start = skipSpace(bytes, colon + 1);
    const end = skipValue(bytes, start);
    members.push({ key: bytes.subarray(at, keyEnd), value: bytes.subarray(start, end) });
    return end;
  });
  return complete ? members : null;
}

/** The items of the array that these bytes are, or nothing if they are not one array. */
export function itemsOf(bytes: Uint8Array): Uint8Array[] | null {
  const items: Uint8Array[] = [];
  const complete = walk(bytes, "array", (at) => {
    const end = skipValue(bytes, at);
    items.push(bytes.subarray(at, end));
    return end;
  });
  return complete ? items : null;
}

function walk(bytes: Uint8Array, kind: "object" | "array", take: (at: number) => number): boolean {
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN[kind]) return false;
  at = skipSpace(bytes, at + 1);
  if (bytes[at] !== CLOSE[kind]) {
    for (;;) {
      const end = take(at);
      if (end === -1) return false;
      at = skipSpace(bytes, end);
      if (bytes[at] === CLOSE[kind]) break;
      if (bytes[at] !== COMMA) return false;
      at = skipSpace(bytes, at + 1);
    }
  }
  return skipSpace(bytes, at + 1) === bytes.length;
}

/** Where the value that starts here ends; -1 where it does not. */
function skipValue(bytes: Uint8Array, start: number): number {
  if (bytes[start] === QUOTE) return skipString(bytes, start);
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at) - 1;
      if (at < 0) return -1;
    } else if (byte === OPEN.object || byte === OPEN.array) depth += 1;
    else if (byte === CLOSE.object || byte === CLOSE.array) {
      if (depth === 0) return at > start ? at : -1;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && byte === COMMA) return at > start ? at : -1;
  }
  return -1;
}

function skipString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}
