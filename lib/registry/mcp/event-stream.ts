/**
 * The messages of a server-sent event stream, as raw bytes: the strict reader wants what was sent, and a decoder would
 * have mended it before. Ids, names and retry times are left out, since a conversation here is over with its call and is
 * never taken up again.
 */
export class EventSplitter {
  readonly #onMessage: (data: Uint8Array) => void;
  #line: Uint8Array[] = [];
  #data: Uint8Array[] = [];
  #name = "";
  #sawReturn = false;

  constructor(onMessage: (data: Uint8Array) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const endsPair = byte === LINE_FEED && this.#sawReturn;
      this.#sawReturn = byte === RETURN;
      if (endsPair) start = at + 1;
      else if (byte === LINE_FEED || byte === RETURN) {
        this.#line.push(chunk.subarray(start, at));
        this.#endLine(Buffer.concat(this.#line.splice(0)));
        start = at + 1;
      }
    }
    // A copy: the chunk's memory may be used again.
    if (start < chunk.length) this.#line.push(chunk.slice(start));
  }

  #endLine(line: Buffer): void {
    if (line.length === 0) {
      if (this.#data.length > 0 && (this.#name === "" || this.#name === "message")) this.#onMessage(this.#joined());
      this.#data = [];
      this.#name = "";
    } else if (isField(line, "data")) this.#data.push(fieldValue(line, "data"));
    else if (isField(line, "event")) this.#name = fieldValue(line, "event").toString("latin1");
  }

  #joined(): Uint8Array {
    return Buffer.concat(this.#data.flatMap((part, index) => (index === 0 ? [part] : [Buffer.of(LINE_FEED), part])));
  }
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

function isField(line: Buffer, name: string): boolean {
  return line.subarray(0, name.length + 1).toString("latin1") === `${name}:`;
}

function fieldValue(line: Buffer, name: string): Buffer {
  const value = line.subarray(name.length + 1);
  return value[0] === 0x20 ? value.subarray(1) : value;
}

/** One message as an event. */
export function eventOf(message: unknown): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(message)}\n\n`);
}
