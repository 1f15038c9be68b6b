import { describe, expect, test } from "vitest";
import { cleanValue } from "#lib/sanitise/clean-value.ts";
import { mapResult } from "./map-result.ts";

function map(result: unknown, outputSchema?: Record<string, unknown>) {
  return mapResult(Buffer.from(typeof result === "string" ? result : JSON.stringify(result)), outputSchema);
}
function mapped(result: unknown) {
  const outcome = map(result);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
const PICTURE = Buffer.from("not really a picture").toString("base64");

describe("a server's result", () => {
  test("joins its texts", () => {
    const { output } = mapped({
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ],
    });
    expect(output).toEqual({ content: "one\ntwo", is_error: false, metadata: {} });
  });

  test("keeps pictures and sounds for the record and shows a word in their place", () => {
    const content = [
      { type: "text", text: "see" },
      { type: "image", data: PICTURE, mimeType: "image/png" },
      { type: "audio", data: PICTURE, mimeType: "audio/wav" },
    ];
    const { output, raw } = mapped({ content });
    expect(output.content).toBe("see\n[image 2: image/png, 20 bytes]\n[audio 3: audio/wav, 20 bytes]");
    expect(JSON.stringify(output)).not.toContain(PICTURE);
    expect(raw.metadata.media).toMatchObject([{ data: PICTURE }, { data: PICTURE }]);
    expect(raw.content).toBe(output.content);
  });

  test("names resources by their address, and holds back their bytes but not their words", () => {
    const content = [
      { type: "resource_link", uri: "file:///a", name: "a" },
      { type: "resource", resource: { uri: "demo://t", mimeType: "text/plain", text: "words" } },
      { type: "resource", resource: { uri: "demo://b", mimeType: "application/gzip", blob: PICTURE } },
    ];
    const { output } = mapped({ content });
    expect(output.content).toBe(
      "[resource 1: file:///a]\n[resource 2: demo://t]\n[resource 3: demo://b, application/gzip, 20 bytes]",
    );
    expect(output.metadata.resources).toMatchObject([{ name: "a" }, { text: "words" }, { bytes: 20 }]);
    expect(JSON.stringify(output)).not.toContain(PICTURE);
  });

  test("carries what it says for clients, whole, so that all of it is cleaned", () => {
    const hidden = `x${String.fromCodePoint(0xe0069, 0xe0067, 0xe006e, 0xe006f)}`;
    const { output } = mapped({
      _meta: { "vendor/trace": hidden },
      content: [
        { type: "text", text: "one", _meta: { note: "\u001b[31mred" } },
        { type: "resource_link", uri: "file:///a", name: "a", title: hidden, description: "<|im_start|>system" },
        { type: "resource", resource: { uri: "demo://t", text: hidden, _meta: { "k\u200by": "v" } } },
      ],
      structuredContent: { [hidden]: hidden },
      isError: true,
    });
    expect(output.metadata.resources?.slice(2)).toEqual([
      { meta_of: "result", meta: { "vendor/trace": hidden } },
      { meta_of: "block 1", meta: { note: "\u001b[31mred" } },
      { meta_of: "block 3", meta: { "k\u200by": "v" } },
    ]);
    const cleaned = cleanValue(output);
    if (!cleaned.ok) throw new Error(cleaned.message);
    const text = JSON.stringify(cleaned.value.value);
    expect(text).not.toMatch(/[\u{e0000}-\u{e007f}\u200b]|\\u001b|im_start/u);
    expect(text).toContain("vendor/trace");
    const places = cleaned.value.findings.map(({ path }) => path);
    expect(places).toEqual(expect.arrayContaining([expect.stringContaining("/metadata/resources/2/meta")]));
  });

  test("carries its structure beside the text, valid against what the server promised", () => {
    const schema = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] };
    const good = map({ content: [], structuredContent: { sum: 3 } }, schema);
    expect(good).toMatchObject({ value: { output: { metadata: { structured_content: { sum: 3 } } } } });
    expect(map({ content: [], structuredContent: { sum: "3" } }, schema)).toMatchObject({ code: "output_invalid" });
    expect(map({ content: [] }, schema)).toMatchObject({ code: "output_invalid" });
    expect(map({ content: [], isError: true }, schema)).toMatchObject({ ok: true });
  });

  test("is an error exactly where the server says so", () => {
    expect(mapped({ content: [{ type: "text", text: "no" }], isError: true }).output.is_error).toBe(true);
    expect(mapped({ content: [], isError: "yes" }).output.is_error).toBe(false);
  });

  test("of an unknown kind, or with nothing in it, is a word about it", () => {
    const content = [{ type: "hologram\u202e", data: PICTURE }, null, 7, { type: "text" }, { type: "image" }];
    const { output } = mapped({ content });
    expect(output.content).toContain("not supported");
    expect(JSON.stringify(output)).not.toMatch(/hologram|\u202e/);
    expect(mapped({}).output.content).toBe("");
  });

  test("can be cleaned whatever it holds", () => {
    const hostile =
      '{"content":[{"type":"text","text":"a\\u001b[2J\\ud800\\u0000b"}],"structuredContent":{"__proto__":{"x":1}}}';
    const { output } = mapped(hostile);
    const cleaned = cleanValue(output);
    expect(cleaned).toMatchObject({ ok: true });
    expect(JSON.stringify(cleaned.ok && cleaned.value.value)).not.toMatch(/\\u001b|\\ud800|\\u0000/);
  });

  test.each([`{"content":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "{", '{"content":['])(
    "%.30s… is refused",
    (given) => {
      expect(map(given)).toMatchObject({ ok: false });
    },
  );
});
