import { METHODS } from "node:http";

/**
 * Finds the first lines of requests in bytes as they come, however they are cut and however long they are. In front of a
 * server that is lenient, being strict here would be a way round: what some server takes for a request is taken for one.
 * Words are parted by what RFC 9112 (section 3) lets a lenient server part them by, and by what Python's does; a version may be
 * left out, as in HTTP/0.9, which Node's server reads with headers and any method; or be that of RTSP or Icecast, which it reads too.
 */
export class RequestLines {
  #place: "start" | "method" | "between" | "word" | "other" = "start";
  #first: "open" | "request" | "other" = "open";
  #found = false;
  #words = 0;
  #method = "";
  /** The beginning of the word that is being read: enough to know a version or a target by. */
  #word = "";
  #target = "";

  /** What the first line that is not empty turned out to be. */
  get first(): "open" | "request" | "other" {
    return this.#first;
  }

  /** Whether any line was a request's first. */
  get found(): boolean {
    return this.#found;
  }

  /** Looks at each byte once. */
  read(bytes: Buffer): void {
    for (const byte of bytes) {
      if (byte === LF) this.#endLine();
      else if (IS_SEPARATOR[byte] === 1) this.#endWord(byte);
      else if (this.#place !== "other") this.#readOn(byte);
    }
  }

  #readOn(byte: number): void {
    if (this.#place === "start") this.#begin("method");
    else if (this.#place === "between") this.#begin("word");
    if (this.#place === "method") {
      this.#method += String.fromCharCode(byte);
      if (IS_METHOD[byte] !== 1 || this.#method.length > METHOD_MAX) this.#giveUp();
    } else if (this.#word.length < WORD_MAX) {
      this.#word += String.fromCharCode(byte);
      if (IS_VERSION_END[byte] === 1 && VERSION.test(this.#word)) this.#find();
    }
  }

  #begin(place: "method" | "word"): void {
    this.#place = place;
    this.#words += 1;
    this.#word = "";
    if (place === "method") this.#method = "";
  }

  #endWord(byte: number): void {
    if (this.#words === 2 && this.#place === "word") this.#target = this.#word;
    if (this.#place === "method" || this.#place === "word") this.#place = "between";
    // To some a line ends here; where a method was read, what follows is looked at as its line and is found as such.
    if (this.#place === "other" && byte === CR) this.#restart();
  }

  #endLine(): void {
    this.#endWord(LF);
    if (this.#words === 2 && OLD_METHODS.has(this.#method) && OLD_TARGET.test(this.#target)) this.#find();
    else if (this.#words > 0) this.#settle("other");
    this.#restart();
  }

  #restart(): void {
    this.#place = "start";
    this.#words = 0;
  }

  #giveUp(): void {
    this.#place = "other";
    this.#settle("other");
  }

  #find(): void {
    this.#found = true;
    this.#settle("request");
  }

  #settle(first: "request" | "other"): void {
    if (this.#first === "open") this.#first = first;
  }
}

const LF = 0x0a;
const CR = 0x0d;
/** Tab, VT, FF, CR and space; and the rest of what Python calls white space. */
const IS_SEPARATOR = tableOf([0x09, 0x0b, 0x0c, CR, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0]);
const IS_METHOD = tableOf(Buffer.from("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"));
const METHOD_MAX = 64;
const WORD_MAX = 16;
/** A sign before the number is one to Python. */
const IS_VERSION_END = tableOf(Buffer.from("0123456789+-"));
const VERSION = /^(HTTP|RTSP|ICE)\/[\d+-]$/i;
/** Without a version there is more that looks alike, such as a question to a cache: only what Node's own server reads. */
const OLD_METHODS = new Set(METHODS);
/** A path, an asterisk, a whole address; also one whose scheme is longer than what is kept of a word. */
const OLD_TARGET = /^(\/|\*|[a-z]+:\/|[a-z]{15}:|[a-z]{16})/i;

function tableOf(members: Iterable<number>): Uint8Array {
  const table = new Uint8Array(256);
  for (const member of members) table[member] = 1;
  return table;
}
