import { type Hello, parseHello } from "./client-hello.ts";
import { HeldBytes } from "./held-bytes.ts";
import { ALERT, CHANGE_CIPHER, HANDSHAKE, HEADER_BYTES, isRecordType, MAJOR, RECORD_MAX } from "./tls-record.ts";

/**
 * What a TLS client says before the conversation is sealed, read as it comes. Each byte is looked at once: what is read so
 * far is kept as places in the held bytes, and the pieces of a hello are joined when the last of them is there.
 */
export type FlightReading =
  | { readonly kind: "incomplete" }
  | { readonly kind: "hello"; readonly hello: Hello }
  | { readonly kind: "record"; readonly type: number }
  /** A server might read something else than we do, so nobody is to read it. */
  | { readonly kind: "malformed" };

const CLIENT_HELLO = 1;
const HELLO_MAX = 65_536;
/** The largest hellos of today, with keys against quantum computers, are two kilobytes in one record. */
export const HELLO_RECORDS = 16;

interface Place {
  readonly start: number;
  readonly end: number;
}

export class ClientFlight {
  readonly #held = new HeldBytes();
  /** Where the next record begins. */
  #at = 0;
  /** How far what was read is whole, and can go out. */
  #read = 0;
  #pieces: Place[] = [];

  add(chunk: Buffer): void {
    this.#held.add(chunk);
  }

  /** What was read as a whole and not taken yet. */
  takeRead(): Buffer {
    const bytes = this.#held.take(this.#read);
    this.#pieces = this.#pieces.map(({ start, end }) => ({ start: start - this.#read, end: end - this.#read }));
    this.#at -= this.#read;
    this.#read = 0;
    return bytes;
  }

  /** All of it, for when nothing is to be read any more. */
  takeAll(): Buffer {
    return this.#held.take();
  }

  /** The next message or record; one hello may be cut over several records. */
  next(): FlightReading {
    for (;;) {
      const record = this.#nextRecord();
      if (record === "incomplete" || record === "malformed") return { kind: record };
      const { type, start, end } = record;
      this.#at = end;
      if (type !== HANDSHAKE) {
        // Between the pieces of a hello there is room for nothing.
        if (this.#pieces.length > 0 || !isWellFormed(type, this.#held.view.subarray(start, end))) return MALFORMED;
        this.#read = end;
        return { kind: "record", type };
      }
      this.#pieces.push({ start, end });
      const whole = this.#wholeHello();
      if (whole === "malformed") return MALFORMED;
      if (whole === "incomplete") continue;
      const hello = parseHello(whole);
      if (!hello) return MALFORMED;
      this.#pieces = [];
      this.#read = end;
      return { kind: "hello", hello };
    }
  }

  #nextRecord(): (Place & { readonly type: number }) | "incomplete" | "malformed" {
    const { view } = this.#held;
    const [type, major] = [view[this.#at], view[this.#at + 1]];
    if (type === undefined) return "incomplete";
    if (!isRecordType(type) || (major !== undefined && major !== MAJOR)) return "malformed";
    // Every record that a hello is cut into costs us its reading, and the client five bytes.
    if (this.#pieces.length === HELLO_RECORDS) return "malformed";
    const start = this.#at + HEADER_BYTES;
    if (view.length < start) return "incomplete";
    const length = view.readUInt16BE(start - 2);
    // OpenSSL passes over a record without content, and reads on.
    if (length > RECORD_MAX || length === 0) return "malformed";
    return view.length < start + length ? "incomplete" : { type, start, end: start + length };
  }

  #wholeHello(): Buffer | "incomplete" | "malformed" {
    const length = this.#pieces.reduce((sum, { start, end }) => sum + end - start, 0);
    const { view } = this.#held;
    const head = Buffer.concat(
      this.#pieces.slice(0, 4).map(({ start, end }) => view.subarray(start, Math.min(end, start + 4))),
    );
    if (head[0] !== CLIENT_HELLO) return "malformed";
    if (head.length < 4) return "incomplete";
    const announced = 4 + head.readUIntBE(1, 3);
    // More than one message in a record: what comes behind the hello was not read.
    if (announced > HELLO_MAX || length > announced) return "malformed";
    if (length < announced) return "incomplete";
    return Buffer.concat(this.#pieces.map(({ start, end }) => view.subarray(start, end)));
  }
}

const MALFORMED: FlightReading = { kind: "malformed" };

/** In the clear these two have one form each; what is sealed has none. */
function isWellFormed(type: number, content: Buffer): boolean {
  if (type === CHANGE_CIPHER) return content.length === 1 && content[0] === 1;
  return type !== ALERT || content.length === 2;
}
