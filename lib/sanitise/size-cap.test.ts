import { describe, expect, test } from "vitest";
import { clean } from "./clean.ts";
import { applyEdits } from "./edits.ts";

describe("the size cap", () => {
  test("keeps head and tail, says how much it cut, and says that it did", () => {
    const text = `${"h".repeat(500)}${"m".repeat(500)}${"t".repeat(500)}`;
    const { cleaned, truncated, findings, edits } = clean(text, { content: "prose", maxLength: 200 });
    expect(truncated).toBe(true);
    expect(cleaned).toMatch(/^h+⟦cut: \d+ characters⟧t+$/);
    expect(cleaned.length).toBeLessThanOrEqual(200);
    expect(findings).toMatchObject([{ rule: "size.cut", action: "removed" }]);
    expect(applyEdits(text, edits)).toBe(cleaned);
    const cut = Number(/\d+/.exec(cleaned)?.[0]);
    expect(cleaned.length - `⟦cut: ${cut} characters⟧`.length + cut).toBe(text.length);
  });

  test("cuts no character in two and no marker", () => {
    const password = ["Hrsvc", "ML2D0Yfo1mf", "nc"].join("#");
    const text = `👩‍💻 password: ${password} `.repeat(40);
    for (let maxLength = 60; maxLength < 200; maxLength++) {
      const { cleaned } = clean(text, { content: "prose", maxLength });
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned.replace(/⟦(?:credential: password #1|cut: \d+ characters)⟧/g, "")).not.toMatch(/[⟦⟧]/);
    }
  });

  test("leaves a text alone that just fits", () => {
    expect(clean("x".repeat(80), { content: "prose", maxLength: 80 })).toMatchObject({
      truncated: false,
      findings: [],
    });
  });

  test("a limit smaller than its own marker keeps the head", () => {
    expect(clean("abcdefghijkl", { content: "prose", maxLength: 5 }).cleaned).toBe("abcde");
    expect(clean("abc", { content: "prose", maxLength: 0 }).cleaned).toBe("");
  });
});
