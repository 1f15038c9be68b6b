import { describe, expect, it, vi } from "vitest";
import { findNovelty, percentile95 } from "./find-novelty.ts";

const kinds = (input: unknown, history: unknown[]) =>
  findNovelty(input, history).map(({ pointer, kind, text }) => `${kind} ${pointer} ${text}`);

describe("what is new about a call", () => {
  it("is a host that this agent and tool never went to", () => {
    const history = [{ url: "https://api.example.com/a" }, { url: "https://api.example.com/b" }];
    expect(kinds({ url: "https://api.example.com/c" }, history)).toEqual([]);
    expect(kinds({ url: "https://evil.example/a" }, history)).toEqual(["host /url evil.example"]);
  });

  it("is a path that was never used", () => {
    expect(kinds({ path: "/etc/passwd" }, [{ path: "/workspace/a" }])).toEqual(["path /path /etc/passwd"]);
    expect(kinds({ path: "/workspace/a" }, [{ path: "/workspace/a" }])).toEqual([]);
  });

  it("is a choice that was never made, and no free text", () => {
    const history = Array.from({ length: 6 }, (_, index) => ({ mode: "append", body: `letter ${index}` }));
    expect(kinds({ mode: "replace", body: "another letter" }, history)).toEqual(["value /mode replace"]);
  });

  it("is an argument that was never given", () => {
    expect(kinds({ a: 1, force: true }, [{ a: 1 }])).toEqual(["argument /force true"]);
  });

  it("is a number beyond nearly all that were approved", () => {
    const history = Array.from({ length: 20 }, (_, index) => ({ amount: 10 + index }));
    expect(kinds({ amount: 25 }, history)).toEqual([]);
    expect(findNovelty({ amount: 400 }, history)).toEqual([
      { pointer: "/amount", kind: "number", text: "400", p95: 28 },
    ]);
    expect(findNovelty({ amount: 400 }, history.slice(0, 3)), "three are no measure").toEqual([]);
  });

  it("says nothing without a history: then all of it is new, and the page says that", () => {
    expect(findNovelty({ url: "https://x.example" }, [])).toEqual([]);
  });
});

it("takes the 95th percentile as a number that was really there", () => {
  expect(percentile95([3, 1, 2])).toBe(3);
  expect(percentile95(Array.from({ length: 100 }, (_, index) => index + 1))).toBe(95);
});

it("is found in a long list without sorting for each item anew what was given there: whoever looks at the card waits for it", () => {
  const list = (length: number, call: number) => ({ a: Array.from({ length }, (_, at) => (at * 7919 + call) % 9_973) });
  const history = Array.from({ length: 60 }, (_, call) => list(480, call));
  const sorted = vi.spyOn(Array.prototype, "toSorted");
  try {
    findNovelty(list(480, 1), history);
    expect(sorted).toHaveBeenCalledTimes(1);
  } finally {
    sorted.mockRestore();
  }
});
