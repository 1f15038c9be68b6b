import { describe, expect, test } from "vitest";
import { foldedForms, parentsIn } from "./fold-text.ts";
import { percentDecodings } from "./percent-decodings.ts";

describe("what careless tools make of a text", () => {
  test.each([
    ["\uff0e\uff0e/x", "../x"],
    ["..\u2044x", "../x"],
    ["..\u2215x", "../x"],
    ["..\u29f8x", "../x"],
    ["..\u2571x", "../x"],
    ["..\u27cbx", "../x"],
    ["..\u2216x", "../x"],
    ["..\u29f5x", "../x"],
    ["..\u29f9x", "../x"],
    ["..\u27cdx", "../x"],
    [".\u200b./x", "../x"],
    [".\u202e./x", "../x"],
    [".\u00ad.\u2044.\u00ad.\u2044x", "../../x"],
    ["\uff0fetc", "/etc"],
    ["\u2044etc", "/etc"],
    ["\uff5e/x", "~/x"],
    ["\uff23:x", "C:x"],
    [".. /x", "../x"],
    ["a/.. . /x", "a/../x"],
    ["..;a=b/x", "../x"],
    ["a/..;", "a/.."],
    ["a/. /../../x", "a/./../../x"],
    ["a/ /../../x", "a//../../x"],
    ["a/;b/../../x", "a//../../x"],
    ["a/. ;b/../../x", "a/./../../x"],
    [";b/etc", "/etc"],
    ["a/\u200b/../../x", "a//../../x"],
    ["a/\uff0e/../../x", "a/./../../x"],
    ["/a/\u200b/../../x", "/a//../../x"],
    ["....//x", "../x"],
    ["\uff05\uff12\uff45./x", "../x"],
    ["\u2044", "/"],
  ])("%j becomes %j", (text, form) => {
    expect(foldedForms(text)).toContain(form);
  });

  test.each([
    ...[
      "a/b",
      "/a/b",
      "../x",
      "a b",
      "...",
      "x..;y",
      "a/...",
      "....",
      "a. ./b",
      "~/x",
      "C:/x",
      "caf\u00e9",
      "\uff41/b",
      "..x /y",
    ],
    ...["\\a", "a\u200bb", "..a;b/c", "a;b/../c", "a/\u200bb/../c", "a/b /../c", "\uff41/../b", "a/./../b", "a//../b"],
  ])("%j leads nowhere else, so there is nothing to add", (text) => {
    expect(foldedForms(text)).toEqual([]);
  });

  test("a long run of blanks and dots is read once, not once for each of them", () => {
    for (const run of [" ", ".", ". ", " ."]) expect(foldedForms(`/${run.repeat(300_000)}x`)).toEqual([]);
  });

  test("climbing is counted by whole segments", () => {
    expect(["", "..", "../..", "a/../b", "..a/b..", "/.."].map(parentsIn)).toEqual([0, 1, 2, 1, 0, 1]);
  });
});

describe("percent-decoding", () => {
  test.each([
    ["a", []],
    ["%61", ["a"]],
    ["%2561", ["%61", "a"]],
    ["%252561", ["%2561", "%61", "a"]],
    ["%25252561", ["%252561", "%2561", "%61"]],
    ["%c0%ae", ["."]],
    ["%E0%80%AE", ["."]],
    ["%f0%80%80%ae", ["."]],
    ["%c0%af", ["/"]],
    ["%e0%80%AF", ["/"]],
    ["%f0%80%80%af", ["/"]],
    ["%c1%9c", ["\\"]],
    ["%e0%81%9c", ["\\"]],
    ["%u002e%U002F%u005C", ["./\\"]],
    ["100% %2e%2F%5c%00%41", ["100% ./\\\0%41", "100% ./\\\0%41", "100% ./\\\0%41"]],
  ])("of %j gives %j", (text, decoded) => {
    expect(percentDecodings(text)).toEqual(decoded);
  });
});
