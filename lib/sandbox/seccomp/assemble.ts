/**
 * The few instructions of classic BPF that a seccomp filter needs, as bytes. Every jump here skips forward over a block
 * whose length is known, so there are no labels and nothing to resolve.
 */
export type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number];

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_EQUAL = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const TOO_FAR = "A BPF jump reaches 255 instructions at most.";

export const ALLOW = 0x7fff0000;
export const KILL_PROCESS = 0x80000000;
export const EPERM = 1;
export const ENOSYS = 38;

/** Offsets into `struct seccomp_data`. Only the low half of an argument is ever compared: the kernel reads no more of these. */
export const NUMBER = 0;
export const ARCHITECTURE = 4;
export function lowHalfOfArgument(index: number): number {
  return 16 + 8 * index;
}

export function failWith(errno: number): number {
  return 0x00050000 | errno;
}

export function load(offset: number): Instruction[] {
  return [[LOAD_WORD, 0, 0, offset]];
}

export function finish(action: number): Instruction[] {
  return [[RETURN, 0, 0, action]];
}

export function ifEqual(value: number, block: readonly Instruction[]): Instruction[] {
  return guarded(JUMP_EQUAL, value, block);
}

export function ifAtLeast(value: number, block: readonly Instruction[]): Instruction[] {
  return guarded(JUMP_GREATER_EQUAL, value, block);
}

export function ifAnyBit(mask: number, block: readonly Instruction[]): Instruction[] {
  return guarded(JUMP_ANY_BIT, mask, block);
}

export function unlessEqual(value: number, block: readonly Instruction[]): Instruction[] {
  if (block.length > 255) throw new RangeError(TOO_FAR);
  return [[JUMP_EQUAL, block.length, 0, value], ...block];
}

function guarded(code: number, operand: number, block: readonly Instruction[]): Instruction[] {
  if (block.length > 255) throw new RangeError(TOO_FAR);
  return [[code, 0, block.length, operand], ...block];
}

/** `struct sock_filter[]` as the kernel reads it on the little-endian machines that we know. */
export function toBytes(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, whenTrue, whenFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  });
  return bytes;
}
