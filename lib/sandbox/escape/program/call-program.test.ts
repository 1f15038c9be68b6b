import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type Call, callProgram } from "./call-program.ts";

const directory = mkdtempSync(join(tmpdir(), "airlock-calls-"));

async function runProgram(calls: readonly Call[]): Promise<{ pid: number; results: bigint[] }> {
  const file = join(directory, "program");
  writeFileSync(file, callProgram(calls, process.arch === "arm64" ? "arm64" : "x64"), { mode: 0o755 });
  const child = spawn(file, { stdio: ["ignore", "pipe", "inherit"] });
  const [output] = await Promise.all([buffer(child.stdout), once(child, "exit")]);
  rmSync(file);
  const results = Array.from({ length: output.length / 8 }, (_, index) => output.readBigInt64LE(index * 8));
  return { pid: child.pid ?? 0, results };
}

const [GETPID, OPENAT, READ, LSEEK] = process.arch === "arm64" ? [172, 56, 63, 62] : [39, 257, 0, 8];

test("a program of system calls says what the kernel answered", async () => {
  const { pid, results } = await runProgram([{ number: GETPID }, { number: 1000 }]);
  expect(results).toEqual([BigInt(pid), -38n]);
});

test("passes texts, buffers and earlier results on", async () => {
  writeFileSync(join(directory, "text"), "twelve bytes");
  const { results } = await runProgram([
    { number: OPENAT, arguments: [-100, Buffer.from(`${join(directory, "text")}\0`), 0, 0] },
    { number: READ, arguments: [{ resultOf: 0 }, Buffer.alloc(64), 64] },
    { number: LSEEK, arguments: [{ resultOf: 0 }, 0, 1] },
    { number: OPENAT, arguments: [-100, Buffer.from("/no/such/file\0"), 0, 0] },
  ]);
  rmSync(directory, { recursive: true });
  expect(results).toEqual([3n, 12n, 12n, -2n]);
});
