import { describe, expect, it } from "vitest";
import { acceptedKey, type KeyPress, SETTLE_MS } from "./key-guard.ts";

const press: KeyPress = { key: "a", repeat: false, modified: false, elsewhere: false };

describe("acceptedKey", () => {
  it("takes a deliberate key on content that stood still", () => {
    expect(acceptedKey(press, SETTLE_MS)).toBe("a");
    expect(acceptedKey({ ...press, key: "R" }, SETTLE_MS + 1)).toBe("r");
  });

  it("never decides right after the focus or the content changed", () => {
    for (const key of ["a", "r"]) expect(acceptedKey({ ...press, key }, SETTLE_MS - 1)).toBeUndefined();
  });

  it("never decides from a key that is held down, with a modifier, or in a field", () => {
    for (const stray of [{ repeat: true }, { modified: true }, { elsewhere: true }])
      expect(acceptedKey({ ...press, ...stray }, 10_000)).toBeUndefined();
  });

  it("lets a person move at once, also by holding the key", () => {
    expect(acceptedKey({ ...press, key: "j", repeat: true }, 0)).toBe("j");
    expect(acceptedKey({ ...press, key: "k" }, 0)).toBe("k");
  });

  it("knows no other key", () => {
    for (const key of ["b", "Delete", " ", "y"]) expect(acceptedKey({ ...press, key }, 10_000)).toBeUndefined();
  });
});
