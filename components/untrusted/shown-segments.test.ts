import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleSegments } from "#lib/sanitise/visible.ts";
import { shownSegments } from "./shown-segments.ts";

const BIDI_CONTROLS = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
] as const;
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));
const named = (text: string) =>
  shownSegments(text).flatMap((segment) => (segment.kind === "hidden" ? [segment.codePoint] : []));

describe("what a person who decides is shown by name", () => {
  it.each(BIDI_CONTROLS)("each of the twelve direction controls, beside Latin and beside Hebrew: %i", (codePoint) => {
    const control = String.fromCodePoint(codePoint);
    for (const text of [`a${control}b`, `\u05d0${control}\u05d1`, `\u05d0!${control}`]) {
      expect(named(text), JSON.stringify(text)).toContain(codePoint);
    }
  });

  it("is more than what the cleaner takes away: a mark beside Hebrew, one private character", () => {
    const honest = "\u05d0!\u200f \ue000";
    expect(visibleSegments(honest), "control: the cleaner leaves them").toEqual([{ kind: "text", text: honest }]);
    expect(named(honest)).toEqual([0x200f, 0xe000]);
  });

  it.each([
    ["zero-width", "a\u200bb\u200cc\u200dd\ufeff", [0x200b, 0x200c, 0x200d, 0xfeff]],
    ["separators", "a\u2028b\u2029", [0x2028, 0x2029]],
    ["other format characters", "a\u00adb\u2060c\u180e", [0xad, 0x2060, 0x180e]],
    ["tags", "x\u{e0001}\u{e0041}\u{e007f}", [0xe0001, 0xe0041, 0xe007f]],
    ["private use in all planes", "\ue000 \u{f0000} \u{10fffd}", [0xe000, 0xf0000, 0x10fffd]],
    ["a flag made of tags", "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}", [0xe0067, 0xe0062, 0xe007f]],
  ])("%s", (_what, text, points) => expect(named(text)).toEqual(points));

  it("leaves alone what letters and emoji need", () => {
    for (const text of ["می‌شود", "👩‍💻", "naïve café", "日本語"]) expect(named(text)).toEqual([]);
  });

  it("is never anything else than the text itself", () => {
    fc.assert(
      fc.property(
        anyText,
        (text) =>
          shownSegments(text)
            .map((segment) => segment.text)
            .join("") === text,
      ),
    );
  });
});
