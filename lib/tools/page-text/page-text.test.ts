import { describe, expect, test } from "vitest";
import { pageText } from "./page-text.ts";

const text = (html: string) => pageText(html, "http://web.test/a/").text;

describe("the text of a page", () => {
  test.each([
    ["paragraphs are lines", "<p>one</p><p>two</p>", "one\n\ntwo"],
    ["spaces are one space, and a line stays a line", "a \t b \n c", "a b\nc"],
    ["scripts and styles are silent", "a<script>b('<p>')</script><style>c</style>d", "ad"],
    ["a script full of signs ends where it says so", "a<script>for(i=0;i<n;i++){'<p>'}</script><p>b", "a\nb"],
    ["comments are silent", "a<!-- <b>b</b> -->c", "ac"],
    ["references are characters", "&lt;b&gt; &#65;&#x42; &unknown;", "<b> AB &unknown;"],
    ["a surrogate is none", "&#xd800;", "\ufffd"],
    ["what is broken is read as far as it goes", "a<b", "a"],
  ])("%s", (_name, html, expected) => {
    expect(text(html)).toBe(expected);
  });

  test("links are absolute, and lead to the web alone", () => {
    const html = `<a href="../b">up</a><a href='javascript:x()'>no</a><a href=//c.test/>other</a>`;
    expect(pageText(html, "http://web.test/a/").links).toEqual([
      { text: "up", url: "http://web.test/b" },
      { text: "other", url: "http://c.test/" },
    ]);
  });

  test.each([
    ["openings", "<".repeat(200_000)],
    ["titles", "<head>".concat("<title>".repeat(50_000))],
    ["open comments", "<!--".repeat(100_000)],
    ["nesting", "<div>".repeat(100_000)],
  ])("is taken in one pass, whatever the page repeats: %s", (_name, html) => {
    expect(typeof text(html)).toBe("string");
  });
});
