import { describe, expect, test } from "vitest";
import { cleanDocument, cleanRecords, linesOf } from "./command.ts";

async function collect(lines: AsyncIterable<string>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const line of lines) values.push(JSON.parse(line));
  return values;
}

describe("airlock clean", () => {
  test("a text gives one line of JSON that holds it with its line ends", () => {
    const line = cleanDocument("a\x1b[31mb\r\n\nc\n");
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toMatchObject({
      cleaned: "ab\r\n\nc\n",
      findings: [{ rule: "escape.colour", start: 1, end: 6 }],
    });
  });

  test("one line out for each line in, in order, with ids echoed; a bad line is an error in its place", async () => {
    const lines = ['{"id":1,"text":"a\\u202eb"}', "not json", '{"id":"x","text":3}', "", '{"text":"ok"}'];
    expect(await collect(cleanRecords(lines))).toMatchObject([
      { id: 1, cleaned: "ab", findings: [{ rule: "hidden.bidi" }] },
      { error: { code: "malformed_request" } },
      { id: "x", error: { code: "malformed_request" } },
      { error: { code: "malformed_request" } },
      { cleaned: "ok", findings: [] },
    ]);
  });

  test("an error says nothing of the line", async () => {
    const [line] = await collect(cleanRecords(["{PAYLOAD"]));
    expect(JSON.stringify(line)).not.toContain("PAYLOAD");
  });

  test("what was cut or dropped is said", () => {
    const options = { content: "prose", maxLength: 100 } as const;
    expect(JSON.parse(cleanDocument("x".repeat(500), options))).toMatchObject({ truncated: true });
    expect(JSON.parse(cleanDocument("\x1b[31mabc".repeat(5200)))).toMatchObject({ findingsDropped: 200 });
  });
});

describe("linesOf", () => {
  test("splits at LF only, over any chunks, and the last line needs none", async () => {
    const lines: string[] = [];
    for await (const line of linesOf(["a\u2028b\rc", "d\n\ne", "", "f\ng"])) lines.push(line);
    expect(lines).toEqual(["a\u2028b\rcd", "", "ef", "g"]);
  });
});
