import { describe, expect, test } from "vitest";
import { fileAddressIn, formsOf, readPath, resolveLexically } from "./read-path.ts";

/** Where it would lead, each place once; or why nowhere. */
function readingsOf(text: string, from?: string): string[] | string {
  const read = readPath(text, from);
  return "impossible" in read ? read.impossible : [...new Set(read.readings.map(({ path }) => path))].sort();
}

const climbs = (text: string) => {
  const read = readPath(text);
  return "readings" in read ? read.readings.map((reading) => reading.climbs) : [];
};

describe("a path that leads nowhere says why", () => {
  test.each([
    ["/a\0b", "holds a NUL"],
    ["/a%00b", "holds an encoded NUL"],
    ["/a%2500b", "holds an encoded NUL"],
    ["C:x", "names a Windows drive"],
    ["c:/x", "names a Windows drive"],
    ["Z%3ax", "names a Windows drive"],
    ["\\\\host\\share", "names a share or a device of Windows"],
    ["~", "names a home directory"],
    ["~/x", "names a home directory"],
    ["~root", "names a home directory"],
    ["~_x", "names a home directory"],
    ["~a-b", "names a home directory"],
    ["~user$", "names a home directory"],
    ["~+", "names a home directory"],
    ["~-", "names a home directory"],
    ["~12", "names a home directory"],
    ["~any thing/x", "names a home directory"],
    ["$HOME", "names a home directory"],
    ["${HOME}/x", "names a home directory"],
    ["$home/x", "names a home directory"],
    ["$XDG_CONFIG_HOME/x", "names a home directory"],
    ["%USERPROFILE%\\x", "names a home directory"],
    ["%HOMEPATH%", "names a home directory"],
    ["%APPDATA%/x", "names a home directory"],
    ["%LOCALAPPDATA%/x", "names a home directory"],
    [`/${"a".repeat(4096)}`, "is longer than 4096 characters"],
    ["file://host/x", "names a file on another host"],
    ["file://[", "is not a file address"],
    ["file:///a%00", "holds an encoded NUL"],
  ])("%j", (text, why) => {
    expect(readingsOf(text)).toBe(why);
  });

  test.each([
    ...["~x~", "~12a", "a~", "x/~", "$HOMER", "$PATH/x", "a$HOME", "x%APPDATA%", "%TEMP%/x", "1:x", "ab:x", "a/C:x"],
    ...["~x y", "~$x/y"],
  ])("%j is a name like any other", (text) => {
    expect(readingsOf(text)).toContainEqual(expect.stringMatching(/^\/workspace\//));
  });

  test("as long as a path may be, it is read", () => {
    expect(readingsOf(`/${"a".repeat(4095)}`)).toEqual([`/${"a".repeat(4095)}`]);
  });
});

describe("every way of reading it", () => {
  test.each([
    ["a/b", ["/workspace/a/b"]],
    ["/a//b/./c/", ["/a/b/c"]],
    ["/a/../../b", ["/b"]],
    [" /a ", ["/a", "/a ", "/workspace/ /a "]],
    ["%2fa", ["/a", "/workspace/%2fa"]],
    ["a\\b", ["/workspace/a/b", "/workspace/a\\b"]],
    ["..\\b", ["/b", "/workspace/..\\b"]],
    ["file:///a/b", ["/a/b"]],
    ["file:/a", ["/a"]],
    ["file:///a/%2e%2e/b", ["/b"]],
    ["file%3a///a", ["/a"]],
    ["url:file:///a", ["/a"]],
    ["jar:FILE:/a", ["/a"]],
    ["\t file:///a ", ["/a"]],
    ["fi\nle:///a", ["/a"]],
    ["xfile/a", ["/workspace/xfile/a"]],
  ])("%j leads to %j", (text, places) => {
    expect(readingsOf(text)).toEqual(places);
  });

  test("a relative one starts where it is said to, an address below it too", () => {
    expect(readingsOf("a", "/project")).toEqual(["/project/a"]);
    expect(readingsOf("/a", "/project")).toEqual(["/a"]);
    expect(readingsOf("file:///a", "/project")).toEqual(["/a"]);
  });

  test("it climbs where it is relative or goes up, and not where it lies as it is written", () => {
    expect(climbs("/a/b")).toEqual([false]);
    expect(climbs("a/b")).toEqual([true]);
    expect(climbs("/a/../b")).toEqual([true]);
    expect(climbs("/a/..b")).toEqual([false]);
  });

  test("forms are the text, trimmed, decoded and with the other separators, each once", () => {
    expect([...formsOf("a")]).toEqual(["a"]);
    expect([...formsOf(" a\\b ")].sort()).toEqual([" a/b ", " a\\b ", "a/b", "a\\b"]);
    expect([...formsOf("%61%2562")].sort()).toEqual(["%61%2562", "a%62", "ab"]);
  });

  test.each([
    ["file:x", "file:x"],
    ["a:b+c.d-1:file:x", "file:x"],
    ["file:a\nb", "file:ab"],
    ["%66ile:x ", "file:x"],
    ["profile:x", undefined],
    ["see file:x", undefined],
    ["file", undefined],
    ["1a:file:x", undefined],
  ])("in %j the file address is %j", (text, address) => {
    expect(fileAddressIn(text)).toBe(address);
  });

  test.each([
    ["/", "/"],
    ["", "/"],
    ["/..", "/"],
    ["/a/b/../../../c", "/c"],
    ["a/./b//c", "/a/b/c"],
    ["/.../..a/b..", "/.../..a/b.."],
  ])("%j resolves to %j", (path, resolved) => {
    expect(resolveLexically(path)).toBe(resolved);
  });
});
