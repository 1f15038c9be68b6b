import { describe, expect, it } from "vitest";
import { acceptedKey, FIELDS, type KeyPress, LAYERS, SETTLE_MS, unsettles } from "./key-guard.ts";

const press: KeyPress = { key: "a", repeat: false, modified: false, elsewhere: false, onControl: false };

describe("acceptedKey", () => {
  it("takes a deliberate key on content that stood still", () => {
    expect(acceptedKey(press, SETTLE_MS)).toBe("a");
    expect(acceptedKey({ ...press, key: "R" }, SETTLE_MS + 1)).toBe("r");
  });

  it("never decides right after the focus or the content changed", () => {
    for (const key of ["a", "r", "e", "s", "c"]) {
      expect(acceptedKey({ ...press, key }, SETTLE_MS - 1), key).toBeUndefined();
      expect(acceptedKey({ ...press, key }, SETTLE_MS), "control").toBe(key);
    }
  });

  it("never decides from a key that is held down, with a modifier, or in a field", () => {
    for (const stray of [{ repeat: true }, { modified: true }, { elsewhere: true }])
      expect(acceptedKey({ ...press, ...stray }, 10_000)).toBeUndefined();
  });

  it("lets a person move at once, also by holding the key", () => {
    expect(acceptedKey({ ...press, key: "j", repeat: true }, 0)).toBe("j");
    expect(acceptedKey({ ...press, key: "k" }, 0)).toBe("k");
  });

  it("picks at once, and only once a press", () => {
    expect(acceptedKey({ ...press, key: "x" }, 0)).toBe("x");
    expect(acceptedKey({ ...press, key: "x", repeat: true }, 10_000)).toBeUndefined();
  });

  it("leaves Enter to a link or button that has the focus, and only Enter", () => {
    expect(acceptedKey({ ...press, key: "Enter" }, 0)).toBe("enter");
    expect(acceptedKey({ ...press, key: "Enter", onControl: true }, 10_000)).toBeUndefined();
    expect(acceptedKey({ ...press, key: "j", onControl: true }, 0)).toBe("j");
  });

  it("knows no other key", () => {
    for (const key of ["b", "Delete", " ", "y"]) expect(acceptedKey({ ...press, key }, 10_000)).toBeUndefined();
  });
});

describe("unsettles", () => {
  /** An element of which `closest` finds the kinds of ancestor that are named. */
  const inside = (...selectors: string[]) => ({
    closest: (asked: string) => asked.split(", ").some((one) => selectors.includes(one)) || null,
  });

  it("starts the wait again when a person comes back to the window", () => {
    expect(unsettles({ kind: "window-focus", from: null })).toBe(true);
    expect(unsettles({ kind: "visibility", from: null })).toBe(true);
  });

  it("starts the wait again when the focus leaves a field or a layer", () => {
    for (const selector of `${FIELDS}, ${LAYERS}`.split(", "))
      expect(unsettles({ kind: "focus-out", from: inside(selector) }), selector).toBe(true);
  });

  it("starts the wait again when a dialog, a menu or the palette closes", () => {
    for (const selector of LAYERS.split(", "))
      expect(unsettles({ kind: "removed", from: inside(selector) }), selector).toBe(true);
  });

  it("is not moved by the focus that leaves a row or a button, or by a toast that goes", () => {
    expect(unsettles({ kind: "focus-out", from: inside("button") })).toBe(false);
    expect(unsettles({ kind: "removed", from: null })).toBe(false);
  });
});
