import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findFiles } from "./find-files.ts";
import { readElf } from "./read-elf.ts";

const node = readFileSync(process.execPath);
const read = (bytes: Buffer) => readElf((offset, length) => bytes.subarray(offset, offset + length));

describe("what a program needs", () => {
  test("is read from its own headers: its loader and its libraries", () => {
    const needs = read(node);
    expect(needs?.loader).toMatch(/ld-linux/);
    expect(needs?.libraries).toContain("libc.so.6");
  });

  test("is not known of what is no program, or of one whose headers lead nowhere", () => {
    expect(read(Buffer.from("#!/bin/sh\n"))).toBeNull();
    expect(read(Buffer.alloc(0))).toBeNull();
    expect(read(node.subarray(0, 100))).toBeNull();
    const wild = Buffer.from(node.subarray(0, 4096));
    wild.writeBigUInt64LE(2n ** 40n, 32);
    expect(read(wild)).toBeNull();
  });
});

describe("the files of listed programs", () => {
  const targets = (names: string[], others: string[] = []) => findFiles(names, others).map(({ target }) => target);

  test("are these, a loader and libraries, and no other program", () => {
    const files = targets(["ls", "no-such-program"]);
    expect(files.filter((path) => /\/s?bin\//.test(path))).toEqual([expect.stringMatching(/\/bin\/ls$/)]);
    expect(files.some((path) => path.includes("ld-linux"))).toBe(true);
    expect(files.some((path) => path.includes("/libc.so"))).toBe(true);
  });

  test("have a directory of their own with them, and what its programs need", () => {
    expect(targets(["git"])).toContain("/usr/lib/git-core");
    expect(targets(["ls"])).not.toContain("/usr/lib/git-core");
  });

  test("of a program that is there anyway, only what it needs", () => {
    const files = targets([], [process.execPath]);
    expect(files).not.toContain(process.execPath);
    expect(files.some((path) => path.includes("/libstdc++.so"))).toBe(true);
  });
});
