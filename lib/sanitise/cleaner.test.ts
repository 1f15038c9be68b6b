import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clean } from "./clean.ts";
import { type CleanedPiece, type CleanedStream, Cleaner, type StreamOptions } from "./cleaner.ts";
import { applyEdits } from "./edits.ts";
import { HOSTILE_FRAGMENTS } from "./hostile-fragments.fixture.ts";
import { MARKUP_FRAGMENTS } from "./markup/fragments.fixture.ts";
import { resolvePolicy } from "./policy.ts";

function stream(chunks: Iterable<string>, options?: StreamOptions): { pieces: CleanedPiece[]; end: CleanedStream } {
  const cleaner = new Cleaner(options);
  const pieces: CleanedPiece[] = [];
  for (const chunk of chunks) pieces.push(...cleaner.push(chunk));
  const finish = cleaner.finish();
  for (let next = finish.next(); ; next = finish.next()) {
    if (next.done) return { pieces, end: next.value };
    pieces.push(next.value);
  }
}

const joined = (pieces: readonly CleanedPiece[]): string => pieces.map(({ cleaned }) => cleaned).join("");

function* cutAt(text: string, sizes: readonly number[]): Generator<string> {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield text.slice(at, at + size);
    at += size;
  }
}

const fragments = fc.constantFrom(...HOSTILE_FRAGMENTS, ...MARKUP_FRAGMENTS);
const sizes = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 });

describe("a text in chunks", { timeout: 120_000 }, () => {
  test("is cleaned like the same text in one piece, wherever it is cut", () => {
    // Long enough for several pieces; short fragments repeated in blocks put every kind of thing at the borders.
    const texts = fc
      .array(fc.tuple(fc.array(fragments, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 30_000 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((blocks) => blocks.map(([parts, times]) => parts.join("").repeat(times).slice(0, 150_000)).join("\n"));
    fc.assert(
      fc.property(texts, sizes, (text, chunks) => {
        const whole = clean(text);
        const { pieces, end } = stream(cutAt(text, chunks));
        expect(joined(pieces) === whole.cleaned).toBe(true);
        expect(end.findings).toEqual(whole.findings);
        expect(end.findingsDropped).toBe(whole.findingsDropped);
        expect(
          applyEdits(
            text,
            pieces.flatMap(({ edits }) => edits),
          ) === whole.cleaned,
        ).toBe(true);
        expect([end.rawLength, end.cleanedLength]).toEqual([text.length, whole.cleaned.length]);
      }),
      { numRuns: 12, seed: 8 },
    );
  });

  test("cut into single characters it is the same too", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        expect(joined(stream(cutAt(text, [1])).pieces)).toBe(clean(text).cleaned);
      }),
      { numRuns: 500, seed: 8 },
    );
  });

  test("a fence that is open at a border is open behind it", () => {
    const text = `\`\`\`\n${"code line <b>\n".repeat(30_000)}\`\`\`\n<b>after</b>\n`;
    const { cleaned } = clean(text);
    expect(cleaned).toBe(text.replace("<b>after</b>", "&lt;b>after&lt;/b>"));
  });

  test("a terminal string longer than a piece goes as a whole, and a private key is never cut in two", () => {
    const image = `\x1b]1337;File=:${"QUFB".repeat(60_000)}\x07`;
    expect(clean(`a${image}b${image}c`).cleaned).toBe("abc");
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwgKjAgEA\n".repeat(40)}-----END PRIVATE KEY-----\n`;
    const filler = "one two three four five six seven\n";
    for (let lines = 3_800; lines < 3_860; lines += 3) {
      const { cleaned } = clean(filler.repeat(lines) + key + filler.repeat(4_000));
      expect(cleaned.includes("MIIEv"), String(lines)).toBe(false);
    }
  });

  test("data is told from text by its beginning and only its size is given out", () => {
    const data = `PK\x03\x04${"\x00\x01\ufffd\x02x".repeat(100_000)}`;
    const { pieces, end } = stream(cutAt(data, [70_000]));
    expect(joined(pieces)).toBe(`⟦binary: ${data.length} characters⟧`);
    expect(end.findings).toMatchObject([{ rule: "binary.data", start: 0, end: data.length, action: "removed" }]);
    expect(clean(data).cleaned).toBe(joined(pieces));
  });

  test("a policy that blocks says so at the end", () => {
    const policy = resolvePolicy("prose", "read", { steps: { escapes: "block" } });
    expect(stream(["a\x1b", "]52;c;x\x07b"], { content: "prose", policy }).end.blocked).toEqual(["escapes"]);
    expect(stream(["a", "b"], { content: "prose", policy }).end.blocked).toEqual([]);
  });

  test("a private key is masked whole wherever it stands, also one with a blank line in it", () => {
    const body = Array.from({ length: 180 }, (_, line) => `${"Ab3+Zq9/".repeat(7)}${String(line).padStart(8, "x")}\n`);
    const key = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n${body.join("")}-----END RSA PRIVATE KEY-----\n`;
    for (let before = 15_000; before < 62_000; before += 1_900) {
      const text = `${"honest words here\n\n".repeat(before / 19)}${key}${"more honest words\n".repeat(4_000)}`;
      expect(clean(text).cleaned).not.toContain("Ab3+Zq9/");
    }
  });
});
