import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { GatheredBytes } from "./gathered-bytes.ts";

test("pieces of any size come out as one, in their order", () => {
  const gathered = new GatheredBytes();
  const pieces = [0, 1, 3, 2_000, 1, 70_000, 0, 5].map((length, at) => Buffer.alloc(length, at));
  for (const piece of pieces) gathered.add(piece);
  expect(gathered.read()).toEqual(Buffer.concat(pieces));
  expect(gathered.length).toBe(Buffer.concat(pieces).length);
});

test("what was read stays as it was when more comes", () => {
  const gathered = new GatheredBytes();
  gathered.add(Buffer.from("one"));
  const read = gathered.read();
  for (let more = 0; more < 2_000; more += 1) gathered.add(Buffer.from("x"));
  expect(read.toString()).toBe("one");
});

test("what was taken is not there again", () => {
  const gathered = new GatheredBytes();
  gathered.add(Buffer.from("one"));
  expect(gathered.take().toString()).toBe("one");
  gathered.add(Buffer.from("two"));
  expect(gathered.take().toString()).toBe("two");
  expect(gathered.take()).toHaveLength(0);
});

/** In a process of its own, where nothing else comes and goes: what it holds once single bytes were kept, in bytes for each of them. */
function heldForEach(keeper: string): number {
  const script = `
    const { GatheredBytes } = await import(${JSON.stringify(import.meta.resolve("./gathered-bytes.ts"))});
    const held = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
    const kept = ${keeper};
    const before = held();
    for (let at = 0; at < 100_000; at += 1) kept.add(Buffer.allocUnsafeSlow(1));
    console.log((held() - before) / 100_000, kept.length ?? kept.size);`;
  const [each, count] = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    encoding: "utf8",
  }).split(" ");
  expect(Number(count)).toBe(100_000);
  return Number(each);
}

test("single bytes take little more room than they are, where pieces that are kept as they came take a hundred times that", () => {
  expect(heldForEach("new GatheredBytes()")).toBeLessThan(4);
  expect(heldForEach("new Set()")).toBeGreaterThan(100);
});
