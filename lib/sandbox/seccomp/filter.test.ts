import { describe, expect, test } from "vitest";
import { buildFilter, type FilterOptions, filterInstructions } from "./filter.ts";
import { type Architecture, JUDGED_CALLS, numberOf, REFUSED_CALLS } from "./syscalls.ts";

/** Runs the program as the kernel does, so that what is tested is the decision and not the way it is written. */
function decide(options: FilterOptions, call: { arch?: number; nr: number; args?: number[] }): string {
  const arch = call.arch ?? (options.architecture === "x64" ? 0xc000003e : 0xc00000b7);
  const program = filterInstructions(options);
  let accumulator = 0;
  for (let at = 0; at < program.length; at += 1) {
    const [code, whenTrue, whenFalse, operand] = program[at] ?? [0, 0, 0, 0];
    const wanted = operand >>> 0;
    if (code === 0x20) accumulator = word(wanted);
    else if (code === 0x06) return action(wanted);
    else if (code === 0x15) at += accumulator === wanted ? whenTrue : whenFalse;
    else if (code === 0x35) at += accumulator >= wanted ? whenTrue : whenFalse;
    else if (code === 0x45) at += (accumulator & wanted) !== 0 ? whenTrue : whenFalse;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the program runs off its end");

  function word(offset: number): number {
    if (offset === 0) return call.nr >>> 0;
    if (offset === 4) return arch;
    return (call.args?.[(offset - 16) / 8] ?? 0) >>> 0;
  }
}

function action(value: number): string {
  if (value === 0x7fff0000) return "allow";
  if (value === 0x80000000) return "kill";
  return value >>> 16 === 5 ? `errno ${value & 0xffff}` : `other ${value}`;
}

const STRICT: FilterOptions = { architecture: "x64", network: "none", processes: "deny" };
const LOOSE: FilterOptions = { architecture: "x64", network: "proxy", processes: "allow" };

describe.each(["x64", "arm64"] as Architecture[])("on %s", (architecture) => {
  const strict = { ...STRICT, architecture };
  const loose = { ...LOOSE, architecture };
  const nr = (call: keyof typeof JUDGED_CALLS): number => numberOf(JUDGED_CALLS[call], architecture) ?? -1;

  test("every call on the list is refused, whatever the options", () => {
    for (const [name, numbers] of Object.entries(REFUSED_CALLS)) {
      const number = numberOf(numbers, architecture);
      if (number === null) continue;
      expect([name, decide(strict, { nr: number })]).toEqual([name, "errno 1"]);
      expect([name, decide(loose, { nr: number })]).toEqual([name, "errno 1"]);
    }
  });

  test("a file that lies nowhere is refused where programs are listed, and only there", () => {
    expect(decide({ ...loose, programs: "listed" }, { nr: nr("memfd_create") })).toBe("errno 1");
    expect(decide({ ...loose, programs: "any" }, { nr: nr("memfd_create") })).toBe("allow");
    expect(decide(strict, { nr: nr("memfd_create") })).toBe("allow");
  });

  test("no number is named twice", () => {
    const numbers = [...Object.values(REFUSED_CALLS), ...Object.values(JUDGED_CALLS)].flatMap(
      (n) => numberOf(n, architecture) ?? [],
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("a new namespace is refused, with or without leave to start processes", () => {
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(decide(loose, { nr: nr("clone"), args: [flag | 0x11] })).toBe("errno 1");
    }
  });

  test("without leave to start processes, threads are still made and processes are not", () => {
    expect(decide(strict, { nr: nr("clone"), args: [0x3d0f00] })).toBe("allow");
    expect(decide(strict, { nr: nr("clone"), args: [0x11] })).toBe("errno 1");
    expect(decide(loose, { nr: nr("clone"), args: [0x11] })).toBe("allow");
    expect(decide(loose, { nr: nr("clone3") })).toBe("errno 38");
  });

  test("sockets: none at all, or those of IP; the hypervisor's and the kernel's never", () => {
    for (const family of [1, 2, 10, 16, 17, 38, 40]) {
      expect(decide(strict, { nr: nr("socket"), args: [family] })).toBe("errno 1");
      const expected = family === 2 || family === 10 ? "allow" : "errno 1";
      expect([family, decide(loose, { nr: nr("socket"), args: [family] })]).toEqual([family, expected]);
    }
    expect(decide(strict, { nr: nr("socketpair"), args: [1] })).toBe("allow");
    expect(decide(loose, { nr: nr("socketpair"), args: [40] })).toBe("errno 1");
  });

  test("nothing can be typed into the terminal, also with bits set above the low half", () => {
    expect(decide(loose, { nr: nr("ioctl"), args: [0, 0x5412] })).toBe("errno 1");
    expect(decide(loose, { nr: nr("ioctl"), args: [0, 0x10000541c] })).toBe("errno 1");
    expect(decide(loose, { nr: nr("ioctl"), args: [0, 0x5401] })).toBe("allow");
  });

  test("personality only as it is", () => {
    expect(decide(strict, { nr: nr("personality"), args: [0xffffffff] })).toBe("allow");
    expect(decide(strict, { nr: nr("personality"), args: [0x40000] })).toBe("errno 1");
  });

  test("another architecture's calls are fatal", () => {
    expect(decide(loose, { arch: 0x40000003, nr: 1 })).toBe("kill");
    expect(decide(loose, { arch: 0x40000028, nr: 1 })).toBe("kill");
  });

  test("an ordinary call passes", () => {
    expect(decide(strict, { nr: 0 })).toBe("allow");
  });

  test("whatever its number, a call that no list names passes, and its neighbours are judged as their own", () => {
    const named = (calls: typeof REFUSED_CALLS | typeof JUDGED_CALLS) =>
      new Set(Object.values(calls).map((numbers) => numberOf(numbers, architecture)));
    const [refused, judged] = [named(REFUSED_CALLS), named(JUDGED_CALLS)];
    for (const options of [strict, loose, { ...strict, programs: "listed" as const }]) {
      for (let number = 0; number < 1024; number += 1) {
        if (judged.has(number)) continue;
        const expected = refused.has(number) ? "errno 1" : "allow";
        expect([number, decide(options, { nr: number })]).toEqual([number, expected]);
      }
      expect(decide(options, { nr: 0x3fffffff })).toBe("allow");
    }
  });
});

test("the second table of calls on x64 is fatal", () => {
  expect(decide(LOOSE, { nr: 0x40000000 + 41 })).toBe("kill");
});

test("fork and vfork are refused on x64 without leave", () => {
  expect(decide(STRICT, { nr: 57 })).toBe("errno 1");
  expect(decide(STRICT, { nr: 58 })).toBe("errno 1");
  expect(decide(LOOSE, { nr: 57 })).toBe("allow");
});

test("the bytes are eight for each instruction, little-endian", () => {
  const bytes = buildFilter(STRICT);
  expect(bytes.length).toBe(filterInstructions(STRICT).length * 8);
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x20, 0, 0, 0, 4, 0, 0, 0]));
  expect(bytes.length).toBeLessThan(4096 * 8);
});
