import type { Architecture } from "#lib/sandbox/seccomp/syscalls.ts";

/**
 * The handful of instructions that a program of bare system calls needs. A probe must not depend on a libc, which refuses or
 * rewrites what it does not like, nor on a compiler or interpreter that may be missing inside a sandbox.
 */
export interface Encoder {
  /** Loads a constant as argument `index` of the next call. */
  constant(index: number, value: bigint): number[];
  /** Loads the eight bytes at an address as argument `index` of the next call. */
  stored(index: number, address: bigint): number[];
  call(number: number): number[];
  /** Keeps what the last call returned. */
  keep(address: bigint): number[];
}

function bytesOf(value: bigint, size: number): number[] {
  return Array.from({ length: size }, (_, index) => Number((BigInt.asUintN(64, value) >> BigInt(8 * index)) & 0xffn));
}

/** rdi, rsi, rdx, r10, r8, r9 by their numbers. */
const X64_ARGUMENTS = [7, 6, 2, 10, 8, 9];
const RAX = 0;
const RCX = 1;

function x64Constant(register: number, value: bigint): number[] {
  return [register >= 8 ? 0x49 : 0x48, 0xb8 + (register & 7), ...bytesOf(value, 8)];
}

const x64: Encoder = {
  constant: (index, value) => x64Constant(X64_ARGUMENTS[index] ?? 0, value),
  stored(index, address) {
    const register = X64_ARGUMENTS[index] ?? 0;
    const low = register & 7;
    return [...x64Constant(register, address), register >= 8 ? 0x4d : 0x48, 0x8b, (low << 3) | low];
  },
  call: (number) => [...x64Constant(RAX, BigInt(number)), 0x0f, 0x05],
  keep: (address) => [...x64Constant(RCX, address), 0x48, 0x89, 0x01],
};

/** The same as a 32-bit program would: another table of numbers, by another gate. Arguments go to ebx, ecx, edx. */
export function legacyCall(number: number): number[] {
  return [...x64Constant(RAX, BigInt(number)), 0xcd, 0x80];
}

const ARM64_NUMBER = 8;
const ARM64_PLACE = 9;

function arm64Constant(register: number, value: bigint): number[] {
  return [0, 1, 2, 3].flatMap((part) => {
    const half = Number((BigInt.asUintN(64, value) >> BigInt(16 * part)) & 0xffffn);
    const code = part === 0 ? 0xd2800000 : 0xf2800000;
    return bytesOf(BigInt(code + part * 0x200000 + half * 32 + register), 4);
  });
}

const arm64: Encoder = {
  constant: (index, value) => arm64Constant(index, value),
  stored: (index, address) => [...arm64Constant(index, address), ...bytesOf(BigInt(0xf9400000 + index * 33), 4)],
  call: (number) => [...arm64Constant(ARM64_NUMBER, BigInt(number)), ...bytesOf(0xd4000001n, 4)],
  keep: (address) => [...arm64Constant(ARM64_PLACE, address), ...bytesOf(BigInt(0xf9000000 + ARM64_PLACE * 32), 4)],
};

export const ENCODERS: Readonly<Record<Architecture, Encoder>> = { x64, arm64 };
