import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { layOutText } from "./lay-out-text.ts";
import { type Span, VisibleText } from "./visible-text.tsx";

const shown = (text: string, spans: readonly Span[] = []) =>
  renderToStaticMarkup(<VisibleText text={text} spans={spans} />);
const span = (start: number, end: number): Span => ({ start, end, title: "x", kind: "copied" });

describe("untrusted text on a page", () => {
  it("is characters: no tag, no link, no image, whatever it says", () => {
    const html = shown('<img src=x onerror=alert(1)> [a](javascript:alert(1)) https://evil.example "><script>');
    expect(html).not.toMatch(/<(?:img|a|script)\b/);
    expect(html).toContain("&lt;img src=x");
  });

  it("names a letter of another script also where a mark is drawn around it alone", () => {
    const text = "p\u0430ypal";
    expect(shown(text), "control: without a mark").toContain("U+0430");
    expect(shown(text, [span(1, 2)])).toContain("U+0430");
    expect(shown(text, [span(1, 2), span(2, 6)])).toContain("U+0430");
  });

  it("keeps the first of two marks that overlap, and the rest of the second", () => {
    const stretches = layOutText("abcdef", [span(0, 4), span(2, 6)]);
    expect(
      stretches.map(({ at, span: of, pieces }) => [at, of?.start, pieces.map(({ text }) => text).join("")]),
    ).toEqual([
      [0, 0, "abcd"],
      [4, 2, "ef"],
    ]);
  });

  it("counts more than three hidden characters in a row instead of naming each", () => {
    expect(shown(`a${"\u200b".repeat(50)}b`)).toContain("50 hidden: U+200B");
  });

  it("shows all of the text, however it is marked", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "\u200b", "\u202e", "\u0430", "💥"), maxLength: 30 });
    const marks = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 4 });
    fc.assert(
      fc.property(text, marks, (whole, places) => {
        const laid = layOutText(
          whole,
          places.map(([start, length]) => span(start, start + length)),
        );
        return laid.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join("") === whole;
      }),
    );
  });
});
