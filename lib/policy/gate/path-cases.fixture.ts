import { win32 } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path arguments, hostile and honest. A hostile one comes with a program that it fools: how some tool would read it. The test
 * asks Node where that reading leads, so what is an escape is not for the gate to say.
 */
export interface HostilePath {
  readonly family: string;
  readonly text: string;
  readonly reader: keyof typeof READERS;
  /** It has to be found under any name, by what it looks like. */
  readonly byValue: boolean;
}

/** How programs read a path; each is the plain form of something that tools do. */
export const READERS = {
  asItStands: (text: string) => text,
  trimming: (text: string) => text.trim(),
  withSlashes: (text: string) => text.replaceAll("\\", "/"),
  decoding: (text: string) => decodeURIComponent(text).replaceAll("\\", "/"),
  decodingTwice: (text: string) => decodeURIComponent(decodeURIComponent(text)),
  decodingThrice: (text: string) => decodeURIComponent(decodeURIComponent(decodeURIComponent(text))),
  decodingWhatItCan: (text: string) => text.replace(/%(2e|2f|5c)/gi, (code) => decodeURIComponent(code)),
  /** Takes the last six bits of what follows, as decoders did that nobody had told about overlong forms. */
  decodingOverlong: (text: string) =>
    text
      .replace(
        /%f0%80%8([01])%([89ab][0-9a-f])|%e0%8([01])%([89ab][0-9a-f])|%c([01])%([89ab][0-9a-f])/gi,
        (_, ...bits) => {
          const [high, low] = bits.slice(0, 6).filter((bit) => bit !== undefined);
          return String.fromCharCode((Number(high) << 6) | (Number.parseInt(low, 16) & 0x3f));
        },
      )
      .replaceAll("\\", "/"),
  decodingUnits: (text: string) =>
    text.replace(/%u([0-9a-f]{4})/gi, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16))),
  normalising: (text: string) => text.normalize("NFKC").replaceAll("\\", "/"),
  normalisingThenDecoding: (text: string) => decodeURIComponent(text.normalize("NFKC")),
  /** Old code pages have one slash, and everything that looks like it becomes it. */
  toLatin: (text: string) =>
    text.replace(/[\u2044\u2215\u29f8\u2571\u27cb]/g, "/").replace(/[\u2216\u29f5\u29f9\u27cd]/g, "/"),
  droppingUnseen: (text: string) => text.replace(/\p{Cf}|\ufe0f|\u{e0100}/gu, ""),
  cuttingAtNul: (text: string) => decodeURIComponent(text).split("\0")[0] ?? "",
  asFileAddress: (text: string) => fileURLToPath(text.replace(/^\s*(?:jar|url):/i, ""), { windows: false }),
  asAddressOnWindows: (text: string) => fromWindows(fileURLToPath(text, { windows: true })),
  decodingAnAddress: (text: string) => fileURLToPath(decodeURIComponent(text), { windows: false }),
  expandingHome: (text: string) => text.trim().replace(/^~([^/]*)/, (_, user) => `/home/${user || "me"}`),
  expandingVariables: (text: string) => text.replace(/^(?:\$\{?\w+\}?|%\w+%)/, "/home/me").replaceAll("\\", "/"),
  likeWindows: (text: string) => fromWindows(win32.resolve("D:\\workspace", text)),
  /** It drops dots and spaces at the end of a name. */
  likeWindowsTrimming: (text: string) =>
    text
      .split(/[/\\]/)
      .map((part) => part.replace(/^(\.{0,2})[ .]* [ .]*$/, "$1"))
      .join("/"),
  droppingParameters: (text: string) => text.replace(/;[^/]*/g, ""),
  strippingOnce: (text: string) => text.replaceAll("../", ""),
  failing: () => "/too/long/for/a/path",
};

/** A place of Windows, told as one of here: in the workspace, or anywhere else. */
function fromWindows(place: string): string {
  return `${place}\\`.startsWith("D:\\workspace\\") ? "." : `/${place}`;
}

type Row = readonly [reader: keyof typeof READERS, ...texts: readonly string[]];
const LONG = "a/".repeat(1000);

/** Found by their value wherever they stand. */
const BY_VALUE: Readonly<Record<string, readonly Row[]>> = {
  "absolute, elsewhere": [
    [
      "asItStands",
      "/etc/passwd",
      "/",
      "/root/.ssh/id_rsa",
      "/proc/self/root/etc/passwd",
      "/dev/sda",
      "/workspaces/other",
    ],
    [
      "asItStands",
      "/workspace-secrets/x",
      "/Workspace/a.txt",
      "/projects/p",
      "//etc/passwd",
      "///etc///passwd",
      "/./etc/passwd",
    ],
    ["asItStands", "/proc/self/cwd", "/dev/fd/3", "/var/run/docker.sock", "/srv/agents/a/a.txt"],
  ],
  climbing: [
    [
      "asItStands",
      "../x",
      "..",
      "../",
      "a/../../x",
      "./../x",
      "a/b/../../../x",
      "../workspace/../etc",
      "..//x",
      ".././x",
    ],
    [
      "asItStands",
      "/workspace/..",
      "/workspace/../etc/passwd",
      "/workspace/./../x",
      "/workspace//..//x",
      "/project/../etc",
    ],
    [
      "asItStands",
      "/workspace/a/../../project/../../etc",
      `${"a/".repeat(20)}${"../".repeat(21)}etc/passwd`,
      "a/.." + "/..",
      "not-there/../../x",
    ],
  ],
  "space around": [
    [
      "trimming",
      " /etc/passwd",
      "\t/etc/passwd",
      "/etc/passwd\n",
      "\u00a0/etc/passwd",
      "\ufeff/etc/passwd",
      "\u2003../x",
    ],
  ],
  "the other separator": [
    [
      "withSlashes",
      "..\\x",
      "a\\..\\..\\x",
      "..\\..\\etc/passwd",
      "/workspace\\..\\..\\etc",
      "a\\../..\\x",
      ".\\..\\x",
    ],
  ],
  "percent-encoded": [
    [
      "decoding",
      "%2e%2e/x",
      "%2E%2e%2Fx",
      "..%2fx",
      "..%5cx",
      "%2fetc%2fpasswd",
      "/workspace/%2e%2e/etc",
      "a%2f..%2f..%2fx",
    ],
    ["decodingTwice", "%252e%252e%252fx", "..%252fx", "%252fetc%252fpasswd"],
    ["decodingThrice", "%25252e%25252e%25252fx"],
    ["decodingWhatItCan", "%zz/%2e%2e/%2e%2e/x", "%2e%2e%2f%e0%a4%a"],
  ],
  "encoded as nobody should": [
    [
      "decodingOverlong",
      "%c0%ae%c0%ae%c0%afx",
      "%C0%AE%C0%AE/x",
      "%e0%80%ae%e0%80%ae/x",
      "..%c1%9cx",
      "%f0%80%80%ae%f0%80%80%ae/x",
      "%c0%afetc",
    ],
    ["decodingUnits", "%u002e%u002e/x", "..%u002fx", "%u002fetc%u002fpasswd"],
  ],
  "look-alikes": [
    [
      "normalising",
      "\uff0e\uff0e/x",
      "..\uff0fx",
      "\uff0fetc\uff0fpasswd",
      "\u2025/x",
      "\u2024\u2024/x",
      "..\uff3cx",
      "/workspace\uff0f..\uff0f..\uff0fetc",
      // A level as it stands, and none any more once it is folded: what climbs after it climbs out.
      "a/\uff0e/../../x",
      "a/\ufe52\\..\\..\\x",
    ],
    ["normalisingThenDecoding", "\uff052e\uff052e/x", "..\uff052fx"],
    ["toLatin", "..\u2215x", "..\u2044x", "\u2215etc\u2215passwd", "..\u29f8x", "..\u2216x", "..\u27cbx"],
  ],
  "what does not show": [
    [
      "droppingUnseen",
      ".\u200b./x",
      "\u200b/etc/passwd",
      "..\u2060/x",
      "\u202e../x",
      "\u2066/etc/passwd",
      ".\u00ad./x",
      "..\ufe0f/x",
      ".\u{e0100}./x",
      "a/\u200b/../../x",
      "/workspace/a/\u2060/../../../etc/passwd",
    ],
  ],
  "file: addresses": [
    [
      "asFileAddress",
      "file:///etc/passwd",
      "FILE:///etc/passwd",
      "file:/etc/passwd",
      "file://localhost/etc/passwd",
      "file:///workspace/../etc/passwd",
    ],
    [
      "asFileAddress",
      "file:///workspace/%2e%2e/etc/passwd",
      "fi\tle:///etc/passwd",
      "  file:///etc/passwd",
      "file:////etc/passwd",
      "file:etc/passwd",
    ],
    [
      "asFileAddress",
      "url:file:///etc/passwd",
      "jar:file:///etc/passwd",
      "file:\\\\\\etc\\passwd",
      "file:///etc/passwd#x",
      "file:///etc/passwd?x",
    ],
    ["asAddressOnWindows", "file://server/share/x", "file:///C:/Windows", "file:///c%3a/Windows"],
    ["decodingAnAddress", "file%3a///etc/passwd"],
  ],
  "forms of Windows": [
    [
      "likeWindows",
      "C:\\Windows",
      "c:/Windows",
      "\\\\server\\share\\x",
      "\\\\?\\C:\\Windows",
      "\\\\.\\PhysicalDrive0\\x",
      "\\\\workspace\\share\\x",
    ],
    ["likeWindows", "\\\\?\\UNC\\server\\share", "\\\\localhost\\C$\\x", "Z:\\", "..\\..\\..\\Windows"],
    ["likeWindowsTrimming", ".. /x", "a/.. /../../x", "..  ./x", "a/. /../../x", "a/ /../../x", "a/. ./../../x"],
  ],
  homes: [["expandingHome", "~/.ssh/id_rsa", "~root/.ssh", "~/", " ~/x", "~some-user/x", "~first.last/x"]],
  "what a filter leaves": [
    ["strippingOnce", "....//x", "..././x", "....//....//etc/passwd"],
    ["droppingParameters", "..;/x", "a/..;v=1/..;/../x", "a/;x/../../etc/passwd", "a/.;x/../../etc/passwd"],
  ],
};

/** Known by what they are declared or named to be; as text they could be anything. */
const BY_NAME: Readonly<Record<string, readonly Row[]>> = {
  NUL: [
    ["cuttingAtNul", "/etc/passwd\0.txt", "../x\0", "/etc/passwd%00.txt"],
    ["asItStands", "../\0"],
  ],
  "longer than any path": [["failing", `/workspace/${LONG}${LONG}${LONG}`, "a".repeat(5000)]],
  "forms of Windows": [["likeWindows", "C:", "C:x", "\\Windows\\System32", "c:..\\x"]],
  homes: [
    ["expandingHome", "~", "~root", "~me"],
    ["expandingVariables", "$HOME/.ssh/id_rsa", "${HOME}/x", "%USERPROFILE%\\x", "%APPDATA%/x", "$XDG_CONFIG_HOME/x"],
  ],
};

function rowsOf(table: Readonly<Record<string, readonly Row[]>>, byValue: boolean): HostilePath[] {
  return Object.entries(table).flatMap(([family, rows]) =>
    rows.flatMap(([reader, ...texts]) => texts.map((text) => ({ family, text, reader, byValue }))),
  );
}

export const HOSTILE_PATHS: readonly HostilePath[] = [...rowsOf(BY_VALUE, true), ...rowsOf(BY_NAME, false)];

/** Paths below /workspace or /project, in all the spellings that people and programs use. */
export const HONEST_PATHS: readonly string[] = [
  ...["a.txt", "./a.txt", "a/b/c", "a//b", "a/./b", "a/../b", "a/b/../..", ".", "./", "", "/workspace", "/workspace/"],
  ...[
    "/workspace/a.txt",
    "/workspace/./a",
    "/workspace/a/../b",
    "//workspace/a.txt",
    "/project/src/index.ts",
    "/project",
  ],
  ...[
    "a\\b.txt",
    ".\\a",
    "a/b\\..\\c",
    "...",
    "....",
    "a..b",
    "..a",
    "a..",
    "a/..b/c",
    ".hidden",
    ".git/config",
    ".env",
  ],
  ...["100%.txt", "50%25.txt", "a%20b.txt", "%61.txt", "a b.txt", " a.txt", "a.txt ", "tab\there", "file name (1).txt"],
  ...[
    "caf\u00e9.txt",
    "cafe\u0301.txt",
    "\u65e5\u672c/\u8a9e.txt",
    "\u0645\u0644\u0641.txt",
    "\ud83d\ude80.md",
    "\ufb01le.txt",
    "na\u00efve/\u00fc.txt",
  ],
  ...["\u00bd.txt", "a\u2044b", "1\u22152.txt", "\uff41.txt", "x\u200dy.txt", "a\u3002b"],
  ...["file:///workspace/a.txt", "file:///workspace/a%20b.txt", "file://localhost/project/x", "FILE:///workspace/A"],
  ...[
    "aux.c",
    "CON",
    "nul.txt",
    "com1",
    "file.txt:stream",
    "a:b/c".slice(2),
    "lib/C:/x",
    "~$report.docx",
    "a~",
    "a~1/b",
    "x/~/y",
    "~lock.a.odt#",
  ],
  ...[
    "$id.tsx",
    "routes/$user/edit.tsx",
    "${name}.ts",
    "$RECYCLE.BIN",
    "-rf",
    "--help",
    "*",
    "**/*.ts",
    "[id]/page.tsx",
    "{a,b}.txt",
    "a;b",
    "..;a".slice(2),
  ],
  ...[
    "etc/passwd",
    "workspace/a",
    "proc/self/environ",
    `${"a".repeat(255)}`,
    `${"ab/".repeat(600)}x`,
    "file.",
    "a/b.",
    "c#",
    "q?x=1",
    "'quoted'",
    "new\nline",
  ],
];

/** Content that holds a slash, or looks a little like a place: under a name of its own, where nothing at all may be touched. */
export const HONEST_CONTENT: readonly (readonly [name: string, text: string])[] = [
  ...["application/json", "text/html; charset=utf-8", "*/*", "image/svg+xml"].map((text) => ["accept", text] as const),
  ...["2026/11/16", "16/11/2026 09:30", "11/2026"].map((text) => ["date", text] as const),
  ...["and/or", "he/she", "either / or", "n/a", "TCP/IP", "24/7", "w/o", "km/h", "I/O error", "a/b testing"].map(
    (text) => ["note", text] as const,
  ),
  ...["16/9", "1/2", "~100/200", "3/4 cup", "10.0.0.0/8", "~50/50"].map((text) => ["ratio", text] as const),
  ...[
    "# Title\n\n- a/b\n- [docs](/docs/x)",
    "see ../README.md for more",
    "`/etc/hosts` is a file",
    "> /quoted",
    "use `..\\x`",
    "[a](../b)",
  ].map((text) => ["markdown", text] as const),
  ...["\\bfoo\\d+", "^/api/.*$", "(a|b)/c", "\\/x\\/", "^\\.\\./$", "[^/]+", "\\\\d"].map(
    (text) => ["pattern", text] as const,
  ),
  ...["/^v\\d+/i", "/"].map((text) => ["regex", text] as const),
  ...["/a/b/0", "/", "/foo~1bar", ""].map((text) => ["pointer", text] as const),
  ...["/", "\\", "//"].map((text) => ["separator", text] as const),
  ...["src/**/*.ts", "**/node_modules/**", "*.md", "!dist/"].map((text) => ["include", text] as const),
  ...["origin/main", "feature/x", "HEAD~1..main", "v1..v2", "refs/heads/main", "user/repo", "@scope/name", "a...b"].map(
    (text) => ["ref", text] as const,
  ),
  ...[
    "// a comment",
    "/* a comment */",
    "a /b/ c",
    "#!/usr/bin/env node\nx",
    "if (a / b) {}\n/etc/passwd",
    "x = a/b;",
    "</div>",
    "<br/>",
    "s/foo/bar/g",
  ].map((text) => ["code", text] as const),
  ...["/deploy staging now", "/remind me at 5", "\u00af\\_(\u30c4)_/\u00af", ":/", "=/", "o/"].map(
    (text) => ["message", text] as const,
  ),
  ...[
    "SELECT a/b FROM t",
    "1 + 2 / 3",
    "\u00bd of it",
    "50% / 50%",
    "100%",
    "%d/%d",
    "a%2Fb",
    "C++/CLI",
    "Ctrl+/",
    "key: a/b",
  ].map((text) => ["text", text] as const),
  ...[
    "urn:isbn:0451450523",
    "mailto:a@example.com",
    "data:text/plain,hello",
    "12:30",
    "a: b",
    "note:see",
    "sha256:abc/def",
    "ratio 1:2",
  ].map((text) => ["value", text] as const),
  ...["aGVsbG8/d29ybGQ=", "a+b/c==", "eyJ/x", "M/T/W/T/F"].map((text) => ["data", text] as const),
];
