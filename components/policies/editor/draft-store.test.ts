import { describe, expect, it } from "vitest";
import { keepDraft, readDraft } from "./draft-store.ts";

function memory(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("a draft that was not proposed yet", () => {
  it("is there again after a reload, under its own name and no other", () => {
    const store = memory();
    keepDraft(store, "in-force", { text: "policy: 1", base: 3 });
    expect(readDraft(store, "in-force")).toEqual({ text: "policy: 1", base: 3 });
    expect(readDraft(store, "v2")).toBeNull();
    keepDraft(store, "in-force", null);
    expect(readDraft(store, "in-force")).toBeNull();
  });

  it.each(["{", "null", "[]", '{"text":1,"base":2}', '{"text":"a"}'])("is not made up from %s", (kept) => {
    expect(readDraft(memory(new Map([["airlock.policy-draft.x", kept]])), "x")).toBeNull();
  });

  it("never stops somebody from writing in a browser that keeps nothing", () => {
    const refuses = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const store = { getItem: refuses, setItem: refuses, removeItem: refuses };
    expect(() => keepDraft(store, "x", { text: "a", base: 1 })).not.toThrow();
    expect(readDraft(store, "x")).toBeNull();
  });
});
