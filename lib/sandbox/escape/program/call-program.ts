import type { Architecture } from "#lib/sandbox/seccomp/syscalls.ts";
import { ENCODERS, legacyCall } from "./machine-code.ts";

/** A number, bytes that are laid out in memory and passed by address, or what an earlier call of the program returned. */
export type Argument = number | bigint | Uint8Array | { readonly resultOf: number };

export interface Call {
  readonly number: number;
  readonly arguments?: readonly Argument[];
  /** By the gate of 32-bit programs, which only x64 has. */
  readonly legacy?: boolean;
}

const BASE = 0x400000n;
const HEADERS = 64 + 56;
const WRITE = { x64: 1, arm64: 64 };
const EXIT_GROUP = { x64: 231, arm64: 94 };
const MACHINE = { x64: 62, arm64: 183 };
const READ_WRITE_RUN = 7;

/**
 * A whole program, as the kernel loads it: makes the calls one after the other, whatever they answer, writes what each returned
 * to its output (eight bytes each) and ends.
 */
export function callProgram(calls: readonly Call[], architecture: Architecture): Buffer {
  const size = lengthOfCode(calls, architecture);
  const data = layOut(calls, BASE + BigInt(HEADERS + size));
  const code = encode(calls, architecture, data);
  const file = Buffer.concat([Buffer.alloc(HEADERS), Buffer.from(code), ...data.bytes]);
  writeHeaders(file, MACHINE[architecture], Number(data.results - BASE) + calls.length * 8);
  return file;
}

interface Layout {
  readonly bytes: readonly Buffer[];
  /** Where each byte argument stands, by call and place. */
  readonly addresses: ReadonlyMap<string, bigint>;
  readonly results: bigint;
}

function layOut(calls: readonly Call[], start: bigint): Layout {
  let next = start;
  const bytes: Buffer[] = [];
  const addresses = new Map<string, bigint>();
  const place = (content: Uint8Array): bigint => {
    const at = next;
    // Structures want to begin at a multiple of eight.
    const padded = Buffer.alloc(Math.ceil((content.length + 1) / 8) * 8);
    padded.set(content);
    bytes.push(padded);
    next += BigInt(padded.length);
    return at;
  };
  const gap = Number((8n - (start % 8n)) % 8n);
  if (gap > 0) {
    bytes.push(Buffer.alloc(gap));
    next += BigInt(gap);
  }
  calls.forEach((call, index) => {
    call.arguments?.forEach((argument, position) => {
      if (argument instanceof Uint8Array) addresses.set(`${index}.${position}`, place(argument));
    });
  });
  return { bytes, addresses, results: next };
}

/** Every constant takes the same room whatever its value, so the length is known before the addresses are. */
function lengthOfCode(calls: readonly Call[], architecture: Architecture): number {
  return encode(calls, architecture, { bytes: [], addresses: new Map(), results: 0n }).length;
}

function encode(calls: readonly Call[], architecture: Architecture, data: Layout): number[] {
  const encoder = ENCODERS[architecture];
  const resultAt = (index: number): bigint => data.results + BigInt(8 * index);
  const made = calls.flatMap((call, index) => [
    ...(call.arguments ?? []).flatMap((argument, position) => {
      if (argument instanceof Uint8Array)
        return encoder.constant(position, data.addresses.get(`${index}.${position}`) ?? 0n);
      if (typeof argument === "object") return encoder.stored(position, resultAt(argument.resultOf));
      return encoder.constant(position, BigInt(argument));
    }),
    ...(call.legacy ? legacyCall(call.number) : encoder.call(call.number)),
    ...encoder.keep(resultAt(index)),
  ]);
  return [
    ...made,
    ...[1n, data.results, BigInt(8 * calls.length)].flatMap((value, index) => encoder.constant(index, value)),
    ...encoder.call(WRITE[architecture]),
    ...encoder.constant(0, 0n),
    ...encoder.call(EXIT_GROUP[architecture]),
  ];
}

function writeHeaders(file: Buffer, machine: number, memory: number): void {
  file.write("\x7fELF\x02\x01\x01", 0, "latin1");
  file.writeUInt16LE(2, 16);
  file.writeUInt16LE(machine, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BASE + BigInt(HEADERS), 24);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  // One segment holds everything: it lives for a millisecond and guards nothing.
  file.writeUInt32LE(1, 64);
  file.writeUInt32LE(READ_WRITE_RUN, 68);
  file.writeBigUInt64LE(BASE, 80);
  file.writeBigUInt64LE(BASE, 88);
  file.writeBigUInt64LE(BigInt(file.length), 96);
  file.writeBigUInt64LE(BigInt(memory), 104);
  file.writeBigUInt64LE(0x1000n, 112);
}
