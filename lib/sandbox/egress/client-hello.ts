/**
 * The server name that a TLS client asks for, read from its first bytes. A tunnel to an allowed host is not a tunnel to
 * another one behind the same address (domain fronting), so the name must be the one that was allowed.
 */
export type HelloReading =
  | { readonly kind: "incomplete" }
  | { readonly kind: "not_tls" }
  /** `bytes`: how many of them the hello and its records took. */
  | { readonly kind: "hello"; readonly hello: Hello; readonly bytes: number }
  /** Says that it is a hello and cannot be read as one: a server might read something else. */
  | { readonly kind: "malformed" }
  /** A record that is no hello: the handshake has moved on, or what follows is sealed. */
  | { readonly kind: "other_record"; readonly type: number; readonly bytes: number };

export interface Hello {
  readonly serverName: string | null;
  /** The true name may be inside the encrypted part, where nobody but the server can read it. */
  readonly encrypted: boolean;
}

const HANDSHAKE_RECORD = 0x16;
const RECORD_TYPES = [0x14, 0x15, 0x16, 0x17];
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** Encrypted client hello, and the draft that came before it. */
const ENCRYPTED_NAMES = [0xfe0d, 0xffce];
/** A record is 16 KiB and a little at most; one that announces more is not TLS. */
const RECORD_MAX = 16_384 + 256;
const HELLO_MAX = 65_536;

/** Reads one hello, over as many records as it was cut into, or the one record that is something else. */
export function readClientHello(bytes: Buffer): HelloReading {
  let at = 0;
  let handshake = Buffer.alloc(0);
  for (;;) {
    const record = readRecord(bytes.subarray(at));
    if (record === "incomplete") return { kind: "incomplete" };
    if (record === "not_tls") return at === 0 ? { kind: "not_tls" } : { kind: "malformed" };
    const isFirst = at === 0;
    at += 5 + record.content.length;
    if (record.type !== HANDSHAKE_RECORD) {
      return isFirst ? { kind: "other_record", type: record.type, bytes: at } : { kind: "malformed" };
    }
    handshake = Buffer.concat([handshake, record.content]);
    if (handshake.length > 0 && handshake[0] !== CLIENT_HELLO) {
      return isFirst ? { kind: "other_record", type: record.type, bytes: at } : { kind: "malformed" };
    }
    const length = handshake.length < 4 ? HELLO_MAX : 4 + handshake.readUIntBE(1, 3);
    if (length > HELLO_MAX) return { kind: "malformed" };
    // More than one message in a record: what comes behind the hello was not read.
    if (handshake.length > length) return { kind: "malformed" };
    if (handshake.length < length) continue;
    const hello = parseHello(handshake);
    return hello ? { kind: "hello", hello, bytes: at } : { kind: "malformed" };
  }
}

function readRecord(bytes: Buffer): { type: number; content: Buffer } | "incomplete" | "not_tls" {
  const [type, major] = bytes;
  if (type === undefined) return "incomplete";
  if (!RECORD_TYPES.includes(type) || (major !== undefined && major !== 3)) return "not_tls";
  if (bytes.length < 5) return "incomplete";
  const length = bytes.readUInt16BE(3);
  if (length > RECORD_MAX || length === 0) return "not_tls";
  return bytes.length < 5 + length ? "incomplete" : { type, content: bytes.subarray(5, 5 + length) };
}

/** Null for anything that two readers could read differently: lengths that do not meet, a second name. */
function parseHello(handshake: Buffer): Hello | null {
  try {
    let at = 4 + 2 + 32;
    at += 1 + handshake.readUInt8(at);
    at += 2 + handshake.readUInt16BE(at);
    at += 1 + handshake.readUInt8(at);
    if (at === handshake.length) return { serverName: null, encrypted: false };
    if (at + 2 + handshake.readUInt16BE(at) !== handshake.length) return null;
    at += 2;
    const names: string[] = [];
    let encrypted = false;
    while (at < handshake.length) {
      const type = handshake.readUInt16BE(at);
      const content = handshake.subarray(at + 4, at + 4 + handshake.readUInt16BE(at + 2));
      if (content.length !== handshake.readUInt16BE(at + 2)) return null;
      if (type === SERVER_NAME) names.push(nameOf(content));
      encrypted ||= ENCRYPTED_NAMES.includes(type);
      at += 4 + content.length;
    }
    return names.length > 1 ? null : { serverName: names[0] ?? null, encrypted };
  } catch {
    return null;
  }
}

/** The list that the standard allows has one entry, a host name; throws on any other. */
function nameOf(content: Buffer): string {
  const size = content.readUInt16BE(3);
  if (content.readUInt16BE(0) !== content.length - 2 || content.readUInt8(2) !== 0 || size !== content.length - 5) {
    throw new Error("Not one name.");
  }
  return content.toString("latin1", 5).toLowerCase();
}
