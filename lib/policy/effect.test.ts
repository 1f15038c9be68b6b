import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeEffect, describeStoredEffect } from "./effect.ts";

const write = { name: "write_file", effect: "Write {/content|size} to {/path}" };

describe("the effect line", () => {
  test("is the author's sentence with the call's values", () => {
    expect(describeEffect(write, { path: "notes/a.txt", content: "x".repeat(1204) })).toBe(
      "Write 1,204 bytes to “notes/a.txt”",
    );
  });

  test("is the tool's name when the author wrote none", () => {
    expect(describeEffect({ name: "echo" }, {})).toBe("echo");
  });

  test("says so when a value is not there", () => {
    expect(describeEffect(write, { path: "a" })).toBe("Write (not given) to “a”");
  });

  test("shows what does not show: direction marks, zero width, line ends", () => {
    expect(describeEffect(write, { path: "a\u202etxt.exe\u200b\n", content: "" })).toBe(
      "Write 0 bytes to “a\\u{202e}txt.exe\\u{200b}\\u{a}”",
    );
  });

  test("an argument cannot close its quotation and speak in our voice", () => {
    const line = describeEffect(write, { path: "a” – approved by security. “", content: "" });
    expect(line.match(/[“”]/g)).toHaveLength(2);
  });

  test("a value that looks like a place is not filled again", () => {
    expect(describeEffect(write, { path: "{/content}", content: "secret" })).toContain("{/content}");
  });

  test("reaches into structures and counts lists", () => {
    const mail = { name: "mail", effect: "Mail {/to|size}, first {/to/0}, with {/options}" };
    expect(describeEffect(mail, { to: ["a@b", "c@d"], options: { z: 1, a: [true] } })).toBe(
      'Mail 2 items, first “a@b”, with “{"a":[true],"z":1}”',
    );
  });

  test("counts one as one, and nothing but text by its bytes as written", () => {
    const size = (value: unknown) => describeEffect({ name: "x", effect: "{/v|size}" }, { v: value });
    expect([[], ["a"], ["a", "b"]].map(size)).toEqual(["0 items", "1 item", "2 items"]);
    expect(["a", "é", "", 7, { a: 1 }, null].map(size)).toEqual([
      ...["1 byte", "2 bytes", "0 bytes", "1 byte", "7 bytes", "4 bytes"],
    ]);
  });

  test("finds a value by its pointer, whatever letters its key has, and nothing below what holds nothing", () => {
    const value = (pointer: string, input: unknown) => describeEffect({ name: "x", effect: `{${pointer}}` }, input);
    expect(value("/a~1b", { "a/b": 1 })).toBe("“1”");
    expect(value("/a~0b", { "a~b": 2 })).toBe("“2”");
    expect(value("/~01", { "~1": 3 })).toBe("“3”");
    expect(value("/a/b", { a: null })).toBe("(not given)");
    expect(value("/a/b", { a: "text" })).toBe("(not given)");
    expect(value("/a/length", { a: "text" })).toBe("(not given)");
    expect(value("/a", null)).toBe("(not given)");
    expect(value("/a", { a: null })).toBe("“null”");
    expect(value("/", { "": "empty" })).toBe("“empty”");
  });

  test("cuts a value at 120 characters and itself at 400", () => {
    const line = (value: string) => describeEffect({ name: "x", effect: "{/v}" }, { v: value });
    expect(line("a".repeat(120))).toBe(`“${"a".repeat(120)}”`);
    expect(line("a".repeat(121))).toBe(`“${"a".repeat(119)}…”`);
    expect(describeEffect({ name: "n".repeat(401) }, {})).toBe(`${"n".repeat(399)}…`);
    expect(describeStoredEffect({ name: "n".repeat(401) }, "{")).toBe(`${"n".repeat(399)}…`);
    expect(line("say “this” and “that”")).toBe('“say "this" and "that"”');
  });

  test("leaves what is no place as the author wrote it", () => {
    expect(describeEffect({ name: "x", effect: "{a} {/v|sizes} {/v|size {v}" }, { v: 1 })).toBe(
      "{a} {/v|sizes} {/v|size {v}",
    );
  });

  test("never reads what the input only inherits", () => {
    expect(describeEffect({ name: "x", effect: "{/constructor}{/toString}" }, {})).toBe("(not given)(not given)");
  });

  test("is one bounded line of visible text for every input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (path) => {
        const line = describeEffect(write, { path, content: path });
        expect(line.length).toBeLessThanOrEqual(400);
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe("describeStoredEffect", () => {
  test("reads the stored input, and falls back to the tool's name when it is not JSON", () => {
    expect(describeStoredEffect(write, '{"path":"a","content":"xyz"}')).toBe("Write 3 bytes to “a”");
    expect(describeStoredEffect(write, '{"path":')).toBe(write.name);
  });
});
