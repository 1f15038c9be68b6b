/**
 * What a connection starts with. In front of a server that is lenient, being strict here would be a way round: what such
 * a server might take for a request is taken for one.
 */
export type FirstBytes = "incomplete" | "tls" | "old_tls" | "http" | "http2" | "too_long" | "other";

/** As long as the longest header that we accept. */
const LINE_MAX = 16_384;

export function judgeFirstBytes(bytes: Buffer): FirstBytes {
  const [first, second, third] = bytes;
  if (first === undefined) return "incomplete";
  if (first === 0x16) return second === undefined ? "incomplete" : second === 3 ? "tls" : "other";
  // A hello in the form of the second version of SSL, which has no place for a server's name.
  if ((first & 0x80) !== 0 && third === 1) return "old_tls";
  return judgeText(bytes.subarray(0, LINE_MAX + 1));
}

/** A method alone so far, or a method and what follows it. */
const METHOD_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,64}($|[\t ])/;

function judgeText(bytes: Buffer): FirstBytes {
  const [line = "", ...rest] = bytes
    .toString("latin1")
    .replace(/^[\r\n\t ]+/, "")
    .split("\n");
  const isWhole = rest.length > 0;
  if (!METHOD_LINE.test(line.replace(/\r$/, ""))) return "other";
  if (!isWhole) return bytes.length > LINE_MAX ? "too_long" : "incomplete";
  if (/^PRI[\t ]+\*[\t ]+HTTP\/2/i.test(line)) return "http2";
  return /[\t ]HTTP\/\d/i.test(line) ? "http" : "other";
}

/**
 * Whether what was sent last has the first line of a request in it. Bytes that no request begins with do not stop a
 * server from looking for one behind them.
 */
export function hasRequestLine(text: string): boolean {
  return /(^|[\r\n])[A-Za-z-]{1,32}[\t ]+\S+[\t ]+HTTP\/\d/.test(text);
}
