/**
 * A WebAssembly module, written by its instructions: enough of the format for a loop over vectors, and no more. There is
 * no tool and no file of bytes that could differ from its source; the module is made where it is used.
 */
export type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;

/**
 * A module that exports `memory`, of `pages` at first, and its functions by their place, "0" first: each of `parameters` numbers, with
 * so many vectors behind them as further locals.
 */
export function assemble(pages: number, parameters: number, vectors: number, bodies: readonly Code[]): Uint8Array {
  const functions = bodies.map((body) => {
    const code = [...leb(1), ...leb(vectors), V128, ...body, END];
    return [...leb(code.length), ...code];
  });
  const exports = bodies.map((_, index) => [...name(String(index)), 0x00, ...leb(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [...leb(1), 0x60, ...leb(parameters), ...Array<number>(parameters).fill(I32), ...leb(0)]),
    ...section(3, [...leb(bodies.length), ...bodies.flatMap(() => leb(0))]),
    ...section(5, [...leb(1), 0x00, ...leb(pages)]),
    ...section(7, [...leb(1 + bodies.length), ...name("memory"), 0x02, ...leb(0), ...exports.flat()]),
    ...section(10, [...leb(bodies.length), ...functions.flat()]),
  ]);
}

function section(id: number, content: Code): number[] {
  return [id, ...leb(content.length), ...content];
}

function name(text: string): number[] {
  return [...leb(text.length), ...Array.from(text, (character) => character.charCodeAt(0))];
}

/** An unsigned number of as many bytes as it takes. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

/** A signed one. */
function signed(value: number): number[] {
  const rest = value >> 7;
  const isLast = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
}

function simd(operation: number): number[] {
  return [0xfd, ...leb(operation)];
}

const END = 0x0b;

export const get = (local: number): Code => [0x20, ...leb(local)];
export const set = (local: number): Code => [0x21, ...leb(local)];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const add: Code = [0x6a];
export const lessThan: Code = [0x49];
/** Runs `body` again and again, for as long as what it leaves is not nothing. */
export const loop = (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0x00, END];
export const store16 = (offset: number): Code => [0x3b, 0x01, ...leb(offset)];

export const load128 = (offset: number): Code => [...simd(0x00), 0x04, ...leb(offset)];
export const bytes = (values: Code): Code => [...simd(0x0c), ...values];
export const eachByte = (value: number): Code => bytes(Array<number>(16).fill(value));
export const eachUnit = (value: number): Code =>
  bytes(Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? value & 0xff : value >> 8)));
/** The relaxed one: all places that are asked for are below sixteen, for which it is the same and one instruction. */
export const swizzle: Code = simd(0x100);
export const and128: Code = simd(0x4e);
export const or128: Code = simd(0x50);
export const bytesDiffer: Code = simd(0x24);
/** As signed bytes. */
export const bytesLess: Code = simd(0x25);
export const bytesShiftedRight: Code = simd(0x6d);
/** Of the highest bit of each byte. */
export const bitmask: Code = simd(0x64);
export const narrowUnits: Code = simd(0x66);
export const leastUnits: Code = simd(0x97);
