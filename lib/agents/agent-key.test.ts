import { describe, expect, test } from "vitest";
import { isAgentKey, makeAgentKey } from "./agent-key.ts";

describe("an agent key", () => {
  test("is recognised by its own checksum", () => {
    const { key, prefix, secretHash } = makeAgentKey();
    expect(key).toMatch(/^alk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    expect(key).toContain(prefix);
    expect(secretHash).toHaveLength(32);
    expect(isAgentKey(key)).toBe(true);
  });

  test("with one letter changed is not one of ours", () => {
    const { key } = makeAgentKey();
    const at = 20;
    const other = key[at] === "a" ? "b" : "a";
    expect(isAgentKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  });

  test("is never made twice", () => {
    expect(new Set(Array.from({ length: 200 }, () => makeAgentKey().key)).size).toBe(200);
  });
});
