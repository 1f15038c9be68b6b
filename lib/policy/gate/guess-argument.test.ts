import { describe, expect, test } from "vitest";
import { guessArgument } from "./guess-argument.ts";

/** What a text seems to be where nothing else is known of it: its kind, or nothing. */
const shapeOf = (text: string, name?: string, detection: "usual" | "strict" = "usual") => {
  const guess = guessArgument(text, name, detection);
  return guess && `${guess.kind} by ${guess.foundBy}`;
};

describe("by its name alone", () => {
  test.each([
    ...["path", "paths", "pathname", "file", "files", "filename", "filenames", "filepath", "filepaths"],
    ...["dir", "dirs", "directory", "directories", "dirname", "folder", "folders", "cwd", "workdir"],
    ...["outputPath", "output_file", "OUTPUT-DIR", "source file", "fileName", "file_names", "work dir", "v2Path"],
    ...["x2File", "pathName_", "the output path", "theFileName"],
  ])("%s is a path", (name) => {
    expect(shapeOf("x", name)).toBe("path by name");
  });

  test.each([
    ...["url", "urls", "uri", "uris", "href", "endpoint", "webhook"],
    ...["baseUrl", "callback_uri", "api endpoint"],
  ])("%s is an address", (name) => {
    expect(shapeOf("x", name)).toBe("url by name");
  });

  test.each(["host", "hosts", "hostname", "hostnames", "dbHost", "host_name", "smtp hosts"])("%s is a host", (name) => {
    expect(shapeOf("x", name)).toBe("host by name");
  });

  test.each(["pathology", "profile", "hostess", "curl", "url_count", "fileSize", "", "_", "title"])(
    "'%s' says nothing",
    (name) => {
      expect(shapeOf("x", name)).toBeUndefined();
    },
  );
});

describe("by its shape alone", () => {
  test.each([
    ...[
      "/etc/passwd",
      "~/x",
      "~root/x",
      "~a.b-c/x",
      "~_x/y",
      "~\\x",
      "./x",
      ".\\x",
      "../x",
      "..\\x",
      "..",
      "a/..",
      "../",
    ],
    ...[
      "a/../b",
      "a\\..\\b",
      "a\\..",
      "\\\\host\\share",
      "\\\\?\\x\\y",
      "\\\\a$\\b",
      "C:\\x",
      "c:/x",
      "/help",
      "/help me/now",
    ],
    ...[
      "/a b\\c",
      " /x ",
      "/x\n",
      "file:///x",
      "file:x",
      "FILE:/x",
      "%2e%2e%2fx",
      "..%2fx",
      "%2fetc",
      "//x",
      "/*x",
      "//*",
    ],
  ])("%s is a path", (text) => {
    expect(shapeOf(text)).toBe("path by shape");
  });

  test.each([
    ...["https://a", "http://a", "HTTPS://a", "http:a", "https:a", "ws:x", "wss:x", "ftp:x", "s3://x", "git+ssh://x"],
    ...["view-source:https://x", "x:\\\\y", "x:/\\y", "ht\ntp://a", "h\tttps://a", "\r\nhttps://a", "\u0001 https://a"],
    ...["  https://a", "a1.b-c+d://x"],
  ])("%j is an address", (text) => {
    expect(shapeOf(text)).toBe("url by shape");
  });

  test.each([
    ...[
      "application/json",
      "a/b",
      "a\\b",
      "a..b",
      "a/..b",
      "a../b",
      "...",
      "C:x",
      "~x",
      "~ x/y",
      "a ~/b",
      "x C:\\y",
      "1:\\x",
    ],
    ...[
      "// a comment",
      "//\tcomment",
      "/* a comment */",
      "/** a comment",
      "/help me",
      "/a b c",
      "http: x",
      "https:",
      "ftp: x",
    ],
    ...[
      "mailto:x",
      "xhttp:y",
      "a https://x",
      "1x://y",
      "\\d+/x",
      "\\w",
      "and/or",
      "see ../",
      "hello, world.",
      "a.b",
      "",
      "\\\\",
    ],
  ])("%j is none of these", (text) => {
    expect(shapeOf(text)).toBeUndefined();
  });

  test("longer than any path, or of several lines, is text", () => {
    expect(shapeOf(`/${"a".repeat(4095)}`)).toBe("path by shape");
    expect(shapeOf(`/${"a".repeat(4096)}`)).toBeUndefined();
    expect(shapeOf("/etc\n/passwd")).toBeUndefined();
    expect(shapeOf(`/${"a\n/../".repeat(2000)}b`)).toBeUndefined();
  });

  test("a path is one however many steps in it lead nowhere", () => {
    for (const idle of ["/.", "/", "/a/..", "\\."]) {
      expect(shapeOf(`${idle.repeat(4096)}/etc/passwd`, "note"), idle).toBe("path by shape");
      expect(shapeOf(`a${idle.repeat(4096)}/../../b`, "note"), idle).toBe("path by shape");
      expect(shapeOf(`/${"a".repeat(4096)}${idle.repeat(9)}`, "note"), idle).toBeUndefined();
    }
  });

  test("a tool that asks to be strict has every slash looked at", () => {
    expect(["a/b", "a\\b", "see a/b\nand c"].map((text) => shapeOf(text, undefined, "strict"))).toEqual(
      Array(3).fill("path by shape"),
    );
    expect(["a.b", "..a", "a: b"].map((text) => shapeOf(text, undefined, "strict"))).toEqual(Array(3).fill(undefined));
  });
});

describe("where name and shape meet", () => {
  test.each(["pointer", "pointers", "jsonpointer", "json_pointer", "regex", "regexp", "separator", "delimiter"])(
    "under %s a slash in front means no place, and a climb still does",
    (name) => {
      expect(shapeOf("/a/b", name)).toBeUndefined();
      expect(shapeOf("../a", name)).toBe("path by shape");
      expect(shapeOf("~/a", name)).toBe("path by shape");
    },
  );

  test.each(["file_pointer", "diskSeparator", "path_regex", "dir delimiter"])(
    "%s only ends in such a word, so a slash in front is a place",
    (name) => expect(shapeOf("/etc/passwd", name)).toBe("path by shape"),
  );

  test("an address may leave its scheme out; with three slashes, or under no such name, it is a path", () => {
    expect(shapeOf("//a.example/x", "url")).toBe("url by name");
    expect(shapeOf(" //a.example/x", "url")).toBe("url by name");
    expect(shapeOf("///a.example/x", "url")).toBe("path by shape");
    expect(shapeOf("//", "url")).toBe("path by shape");
    expect(shapeOf("x //a.example", "url")).toBe("url by name");
    expect(shapeOf("//a.example/x", "target")).toBe("path by shape");
    expect(shapeOf("//a.example/x", "host")).toBe("path by shape");
  });

  test("what it looks like weighs more than what it is called", () => {
    expect(shapeOf("/etc/passwd", "host")).toBe("path by shape");
    expect(shapeOf("https://a", "path")).toBe("url by shape");
  });
});
