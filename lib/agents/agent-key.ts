import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * An agent's key: `alk_live_<prefix>_<secret><checksum>`. The prefix finds the row, the SHA-256 of what follows proves
 * it, and the checksum lets a scanner or a typing error be told apart without asking the database.
 */
export interface AgentKey {
  /** Shown once, kept nowhere. */
  readonly key: string;
  readonly prefix: string;
  readonly secretHash: Uint8Array;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^alk_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export function makeAgentKey(): AgentKey {
  const prefix = randomBase62(8);
  const secret = randomBase62(43);
  const proof = secret + checksum(prefix + secret);
  return { key: `alk_live_${prefix}_${proof}`, prefix, secretHash: createHash("sha256").update(proof).digest() };
}

/** Whether a string could be one of our keys; the database says whether it is. */
export function isAgentKey(text: string): boolean {
  const [, prefix = "", secret = "", sum] = SHAPE.exec(text) ?? [];
  return sum !== undefined && sum === checksum(prefix + secret);
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
