import fc from "fast-check";
import { expect, test } from "vitest";
import type { AuditEntry } from "../entry.ts";
import { renderCef } from "./cef.ts";

const entry: AuditEntry = {
  version: 1,
  lane: 3,
  seq: 17,
  atUs: "1791106200123456",
  actor: "person:0199b0f2",
  action: "invocation.approved",
  subject: "invocation:0199b0f3",
  body: '{"reason": "a=b|c\\\\d\\ne"}',
  prev: "1e".repeat(32),
  hash: "28".repeat(32),
};

/** A reader of the format, written from its description: splits at bare pipes and bare equals signs only. */
function readCef(line: string): { header: string[]; extension: Map<string, string> } {
  const parts = line.split(/(?<!\\)(?:\\\\)*\|/).length;
  const header: string[] = [];
  let rest = line;
  for (let field = 0; field < 7; field++) {
    const [whole = "", text = ""] = /^((?:[^|\\]|\\.)*)\|/s.exec(rest) ?? [];
    header.push(text.replace(/\\(.)/g, "$1"));
    rest = rest.slice(whole.length);
  }
  expect(parts).toBeGreaterThanOrEqual(8);
  const extension = new Map<string, string>();
  for (const [, key = "", value = ""] of rest.matchAll(/(?:^| )(\w+)=((?:[^=\\]|\\.)*?)(?= \w+=|$)/gs)) {
    extension.set(
      key,
      value.replace(/\\(.)/g, (_, mark: string) => (mark === "n" ? "\n" : mark === "r" ? "\r" : mark)),
    );
  }
  return { header, extension };
}

test("an entry is one line that reads back field by field", () => {
  const line = renderCef(entry, "0.1.0");
  expect(line.endsWith("\n")).toBe(true);
  const { header, extension } = readCef(line.slice(0, -1));
  expect(header).toEqual(["CEF:0", "Airlock", "Airlock", "0.1.0", "invocation.approved", "invocation.approved", "2"]);
  expect(extension.get("rt")).toBe("1791106200123");
  expect(extension.get("externalId")).toBe("3-17");
  expect(extension.get("suser")).toBe("person:0199b0f2");
  expect(extension.get("msg")).toBe(entry.body);
  expect(extension.get("cs2")).toBe(entry.hash);
});

test("pipes and backslashes are escaped in the header, equals signs, backslashes and line ends in values", () => {
  const hostile = { ...entry, action: "a|b\\c\nd", subject: "x=1 act=forged\r\n|CEF:0|" };
  const line = renderCef(hostile, "0.1.0");
  expect(line).toContain("|a\\|b\\\\c d|a\\|b\\\\c d|");
  expect(line).toContain("cs1=x\\=1 act\\=forged\\r\\n|CEF:0| cs2Label=");
  expect(line.trimEnd()).not.toMatch(/[\n\r\u2028]/);
});

test("whatever the texts contain, no field is added and none is lost", () => {
  const text = fc.string({ unit: fc.constantFrom("|", "\\", "=", "\n", "\r", " ", "a", "act", "\u2028", "é", "😀") });
  fc.assert(
    fc.property(text, text, (subject, action) => {
      const { header, extension } = readCef(renderCef({ ...entry, subject, action }, "0.1.0").slice(0, -1));
      expect(header).toHaveLength(7);
      expect(header[4]).toBe(action.replace(/[\n\r\u2028]/g, " "));
      expect(extension.get("cs1")).toBe(subject.replace(/\u2028/g, "\n"));
      expect([...extension.keys()]).toHaveLength(18);
    }),
  );
});

test("a denial weighs more than a failure, a failure more than the rest; a long message is cut at a whole character", () => {
  const severity = (action: string, body = "{}") => readCef(renderCef({ ...entry, action, body }, "1")).header[6];
  expect(severity("invocation.asked", '{"status": "denied"}')).toBe("6");
  expect(severity("invocation.failed")).toBe("4");
  expect(severity("invocation.completed")).toBe("2");
  const long = readCef(renderCef({ ...entry, body: `{"a": "${"😀".repeat(2_000)}"}` }, "1").slice(0, -1));
  expect(long.extension.get("msg")).toHaveLength(1_023);
  expect(long.extension.get("msg")?.isWellFormed()).toBe(true);
});
