/** The outside of TLS: records, as far as they are in the clear. */
export const CHANGE_CIPHER = 0x14;
export const ALERT = 0x15;
export const HANDSHAKE = 0x16;
export const SEALED = 0x17;

export const HEADER_BYTES = 5;
/** The version that a record names before its own: 3 since SSL 3.0, and for good. */
export const MAJOR = 3;
/** A record is 16 KiB and a little at most. */
export const RECORD_MAX = 16_384 + 256;

export function isRecordType(byte: number | undefined): boolean {
  return byte !== undefined && byte >= CHANGE_CIPHER && byte <= SEALED;
}

/** Go's servers take any version below this one for a first record's. */
const LENIENT_MAJOR = 0x10;
/** A version, a random, and three lists that are empty. */
const SHORTEST_HELLO = 38;
const LONGEST_LENIENT_HELLO = 65_536;

/**
 * Whether some server could take these bytes for the beginning of TLS; null while that is open. This is for places where
 * other protocols are as likely, so it knows what servers put up with (records without content, warnings before the hello,
 * odd versions) and no more: a database's message may well begin with the same byte.
 */
export function beginsTls(bytes: Buffer, afterEmpty = false): boolean | null {
  const [type, major, , high, low, first] = bytes;
  if (type === undefined) return null;
  if (!isRecordType(type)) return false;
  if (major === undefined) return null;
  if (major >= LENIENT_MAJOR) return false;
  if (high === undefined || low === undefined) return null;
  const length = high * 256 + low;
  if (length === 0) return major === MAJOR && (afterEmpty || beginsTls(bytes.subarray(HEADER_BYTES), true));
  if (length > RECORD_MAX) return false;
  if (first === undefined) return null;
  // A hello, a warning and a change of cipher all begin with this; whatever else comes first ends the conversation.
  if (first !== 1) return false;
  if (type !== HANDSHAKE) return type !== SEALED && length <= 2;
  if (length < 4) return true;
  if (bytes.length < HEADER_BYTES + 4) return null;
  const hello = bytes.readUIntBE(HEADER_BYTES + 1, 3);
  return hello >= SHORTEST_HELLO && (major === MAJOR || hello <= LONGEST_LENIENT_HELLO);
}
