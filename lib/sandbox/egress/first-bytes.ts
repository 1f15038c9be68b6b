import { beginsTls, isRecordType, MAJOR } from "./tls-record.ts";

/** What a connection starts with, as far as it is not text. */
export type FirstBytes = "incomplete" | "tls" | "odd_tls" | "old_tls" | "other";

/** More than these are never looked at. */
export const FIRST_BYTES = 32;

export function judgeFirstBytes(bytes: Buffer): FirstBytes {
  const [first, second, third] = bytes;
  if (first === undefined) return "incomplete";
  if (isRecordType(first)) {
    if (second === undefined) return "incomplete";
    // Whatever comes in such a record is a hello or goes nowhere: servers pass over more than we could list.
    if (second === MAJOR) return "tls";
    const begins = beginsTls(bytes);
    return begins === null ? "incomplete" : begins ? "odd_tls" : "other";
  }
  // A hello in the form of the second version of SSL, which has no place for a server's name.
  if ((first & 0x80) === 0) return "other";
  return third === undefined ? "incomplete" : third === 1 ? "old_tls" : "other";
}
