import { HANDSHAKE, HEADER_BYTES, isRecordType, MAJOR, SEALED } from "./tls-record.ts";

/**
 * Whether a server has taken a client's hello. Until then it may ask for another one (HelloRetryRequest), and whatever the
 * client sends meanwhile it may pass over: a client that only seems to go on could still name another server. What the
 * server says is the only thing here that the client has not written.
 */
export class ServerAnswer {
  #isTaken = false;
  #isTls = true;
  #header = Buffer.alloc(0);
  /** Of the record that is being read. */
  #left = 0;
  #type = 0;
  #message = Buffer.alloc(0);
  /** Of a message that is passed over. */
  #skip = 0;

  /** True from where the server has answered a hello by its own and not by a question. Keeps a few bytes, whatever comes. */
  read(chunk: Buffer): boolean {
    for (let rest = chunk; rest.length > 0 && this.#isTls && !this.#isTaken; ) rest = this.#readOn(rest);
    return this.#isTaken;
  }

  #readOn(bytes: Buffer): Buffer {
    if (this.#left === 0) {
      const missing = HEADER_BYTES - this.#header.length;
      this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)]);
      if (this.#header.length === HEADER_BYTES) this.#begin(this.#header);
      return bytes.subarray(missing);
    }
    const content = bytes.subarray(0, this.#left);
    this.#left -= content.length;
    if (this.#type === HANDSHAKE) this.#readMessages(content);
    return bytes.subarray(content.length);
  }

  #begin(header: Buffer): void {
    const [type = 0, major] = header;
    this.#header = Buffer.alloc(0);
    this.#type = type;
    this.#left = header.readUInt16BE(3);
    this.#isTls = isRecordType(type) && type !== SEALED && major === MAJOR && this.#left > 0;
  }

  #readMessages(content: Buffer): void {
    for (let rest = content; rest.length > 0 && this.#isTls && !this.#isTaken; ) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, rest.length);
        this.#skip -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      const missing = HELLO_START - this.#message.length;
      this.#message = Buffer.concat([this.#message, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#message.length === HELLO_START) this.#judge(this.#message);
    }
  }

  #judge(message: Buffer): void {
    this.#message = Buffer.alloc(0);
    this.#skip = message.readUIntBE(1, 3) - (HELLO_START - 4);
    if (message[0] !== SERVER_HELLO || this.#skip < 0) this.#isTls = false;
    else this.#isTaken = !message.subarray(6).equals(RETRY);
  }
}

const SERVER_HELLO = 2;
/** Kind, length, version, random. */
const HELLO_START = 1 + 3 + 2 + 32;
/** The random by which a server's hello is a request for another one: SHA-256 of "HelloRetryRequest" (RFC 8446, 4.1.3). */
const RETRY = Buffer.from("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c", "hex");
