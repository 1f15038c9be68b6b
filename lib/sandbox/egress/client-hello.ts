/**
 * The server name that a TLS client asks for. A tunnel to an allowed host is not a tunnel to another one behind the same
 * address (domain fronting), so the name must be the one that was allowed.
 */
export interface Hello {
  readonly serverName: string | null;
  /** The true name may be inside the encrypted part, where nobody but the server can read it. */
  readonly encrypted: boolean;
  /** Sealed records may follow before the server has said a word. */
  readonly earlyData: boolean;
}

const SERVER_NAME = 0;
const EARLY_DATA = 42;
/** Encrypted client hello, and the draft that came before it. */
const ENCRYPTED_NAMES = [0xfe0d, 0xffce];

/** Null for anything that two readers could read differently: lengths that do not meet, a second name. */
export function parseHello(handshake: Buffer): Hello | null {
  try {
    let at = 4 + 2 + 32;
    at += 1 + handshake.readUInt8(at);
    at += 2 + handshake.readUInt16BE(at);
    at += 1 + handshake.readUInt8(at);
    if (at === handshake.length) return { serverName: null, encrypted: false, earlyData: false };
    if (at + 2 + handshake.readUInt16BE(at) !== handshake.length) return null;
    at += 2;
    const names: string[] = [];
    let encrypted = false;
    let earlyData = false;
    while (at < handshake.length) {
      const type = handshake.readUInt16BE(at);
      const content = handshake.subarray(at + 4, at + 4 + handshake.readUInt16BE(at + 2));
      if (content.length !== handshake.readUInt16BE(at + 2)) return null;
      if (type === SERVER_NAME) names.push(nameOf(content));
      encrypted ||= ENCRYPTED_NAMES.includes(type);
      earlyData ||= type === EARLY_DATA;
      at += 4 + content.length;
    }
    return names.length > 1 ? null : { serverName: names[0] ?? null, encrypted, earlyData };
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
