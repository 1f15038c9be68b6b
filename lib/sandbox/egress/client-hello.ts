/**
 * The server name that a TLS client asks for, read from its first bytes. A tunnel to an allowed host is not a tunnel to
 * another one behind the same address (domain fronting), so the name must be the one that was allowed.
 */
export type HelloReading =
  | { readonly kind: "incomplete" }
  | { readonly kind: "not_tls" }
  | { readonly kind: "hello"; readonly serverName: string | null };

const HANDSHAKE_RECORD = 0x16;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** A record is 16 KiB at most; one that announces more is not TLS. */
const RECORD_MAX = 16_384;

export function readClientHello(bytes: Buffer): HelloReading {
  if (bytes.length === 0) return { kind: "incomplete" };
  if (bytes[0] !== HANDSHAKE_RECORD) return { kind: "not_tls" };
  if (bytes.length < 5) return { kind: "incomplete" };
  const length = bytes.readUInt16BE(3);
  if (length > RECORD_MAX) return { kind: "not_tls" };
  if (bytes.length < 5 + length) return { kind: "incomplete" };
  try {
    return { kind: "hello", serverName: serverNameOf(bytes.subarray(5, 5 + length)) };
  } catch {
    // Cut or malformed, or split over several records: without a name it will be refused where one is needed.
    return { kind: "hello", serverName: null };
  }
}

function serverNameOf(handshake: Buffer): string | null {
  if (handshake.readUInt8(0) !== CLIENT_HELLO) return null;
  let at = 4 + 2 + 32;
  at += 1 + handshake.readUInt8(at);
  at += 2 + handshake.readUInt16BE(at);
  at += 1 + handshake.readUInt8(at);
  const end = at + 2 + handshake.readUInt16BE(at);
  at += 2;
  while (at + 4 <= end) {
    const type = handshake.readUInt16BE(at);
    const length = handshake.readUInt16BE(at + 2);
    if (type === SERVER_NAME && handshake.readUInt8(at + 6) === 0) {
      const size = handshake.readUInt16BE(at + 7);
      return handshake.toString("latin1", at + 9, at + 9 + size).toLowerCase();
    }
    at += 4 + length;
  }
  return null;
}
