import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * A key that a program sends: `<kind>_live_<prefix>_<secret><checksum>`. The prefix finds the row, the SHA-256 of what
 * follows proves it, and the checksum lets a scanner or a typing error be told apart without asking the database.
 */
export interface BearerKey {
  /** Shown once, kept nowhere. */
  readonly key: string;
  readonly prefix: string;
  readonly secretHash: Uint8Array;
}

/** What a key is for: `alk` asks as an agent, `aak` registers tools as their author. */
export type KeyKind = "alk" | "aak";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^([a-z]{3})_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export function makeBearerKey(kind: KeyKind): BearerKey {
  const prefix = randomBase62(8);
  const secret = randomBase62(43);
  const proof = secret + checksum(prefix + secret);
  return { key: `${kind}_live_${prefix}_${proof}`, prefix, secretHash: createHash("sha256").update(proof).digest() };
}

/** Whether a string could be one of our keys; the database says whether it is. */
export function isBearerKey(kind: KeyKind, text: string): boolean {
  const [, found, prefix = "", secret = "", sum] = SHAPE.exec(text) ?? [];
  return found === kind && sum !== undefined && sum === checksum(prefix + secret);
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join("");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
