import {
  fromBase64,
  fromBinary,
  fromBytes,
  fromCode,
  fromEntities,
  fromEscapes,
  fromPercent,
  isReadable,
} from "./decoders.ts";

/**
 * Encoded stretches of a text, decoded. Decoding alone says nothing: cursors and pictures are base64 too. Whoever asks reads
 * what came out, and only that decides.
 */
export interface Decoded {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const STRETCHES_MAX = 40;
const STRETCH_MAX = 16_384;

/** Base64 and hexadecimal are runs without a space, at least this long. */
const LONG_RUN = 20;
const BASE64 = /[A-Za-z0-9+/_-]{20,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}/g;
const HEX = /(?:[0-9a-fA-F]{2}){12,}/g;
const SPACED_HEX = /(?:[0-9a-fA-F]{2}[ :,]){11,}[0-9a-fA-F]{2}/g;
const PERCENT = /(?:[A-Za-z0-9_.~!*'()-]{0,40}%[0-9a-fA-F]{2}){3,}[A-Za-z0-9_.~!*'()-]{0,40}/g;
const ENTITIES = /(?:&#(?:\d{2,7}|[xX][0-9a-fA-F]{2,6});[\sA-Za-z]{0,2}){6,}/g;
const ESCAPES = /(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|[0-7]{3})[ ]?){6,}/g;
const BINARY = /(?:[01]{8} ?){8,}/g;
const CHAR_CODES = /(?:\d{2,3}[ ,]{1,2}){11,}\d{2,3}/g;

/** Each with what a text must hold for the expression to be worth running; null: a long run. */
const DECODERS: readonly (readonly [
  has: RegExp | null,
  pattern: RegExp,
  decode: (stretch: string) => string | undefined,
])[] = [
  [null, BASE64, fromBase64],
  [null, HEX, (stretch) => fromBytes(Buffer.from(stretch, "hex"))],
  [
    /[0-9a-fA-F]{2}[ :,][0-9a-fA-F]{2}[ :,][0-9a-fA-F]{2}[ :,]/,
    SPACED_HEX,
    (stretch) => fromBytes(Buffer.from(stretch.replace(/[ :,]/g, ""), "hex")),
  ],
  [/%[0-9a-fA-F]{2}/, PERCENT, fromPercent],
  [/&#/, ENTITIES, fromEntities],
  [/\\[xu0-7]/, ESCAPES, fromEscapes],
  [/[01]{8}/, BINARY, fromBinary],
  [
    /\d{2}[ ,]{1,2}\d{2,3}[ ,]{1,2}\d{2}/,
    CHAR_CODES,
    (stretch) => (stretch.match(/\d{2,3}/g) ?? []).map((code) => fromCode(Number(code))).join(""),
  ],
];

/** Every stretch that decodes to readable text. */
export function decodeStretches(text: string, longestRun: number): Decoded[] {
  const found: Decoded[] = [];
  for (const [has, pattern, decode] of DECODERS) {
    if (has === null ? longestRun < LONG_RUN : !has.test(text)) continue;
    for (const { index, 0: stretch } of text.matchAll(pattern)) {
      if (found.length >= STRETCHES_MAX) return found;
      if (stretch.length > STRETCH_MAX) continue;
      const decoded = decode(stretch);
      if (decoded !== undefined && decoded !== stretch && isReadable(decoded))
        found.push({ start: index, end: index + stretch.length, text: decoded });
    }
  }
  return found;
}
