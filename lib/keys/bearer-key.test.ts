import { describe, expect, test } from "vitest";
import { isBearerKey, makeBearerKey } from "./bearer-key.ts";

describe("a key", () => {
  test("is recognised by its own checksum", () => {
    const { key, prefix, secretHash } = makeBearerKey("alk");
    expect(key).toMatch(/^alk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    expect(key).toContain(prefix);
    expect(secretHash).toHaveLength(32);
    expect(isBearerKey("alk", key)).toBe(true);
  });

  test("with one letter changed is not one of ours", () => {
    const { key } = makeBearerKey("alk");
    const at = 20;
    const other = key[at] === "a" ? "b" : "a";
    expect(isBearerKey("alk", key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  });

  test("of one kind is none of the other", () => {
    expect(isBearerKey("alk", makeBearerKey("aak").key)).toBe(false);
  });

  test("is never made twice", () => {
    expect(new Set(Array.from({ length: 200 }, () => makeBearerKey("alk").key)).size).toBe(200);
  });
});
