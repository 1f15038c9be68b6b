import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./follow-rehearsal.ts";

test("lines come whole, wherever the network cuts them, also within a character", async () => {
  const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\n")));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (lines, size) => {
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      const read: string[] = [];
      for await (const line of linesOf(streamOf(pieces))) read.push(line);
      expect(read).toEqual(lines);
    }),
    { numRuns: 50 },
  );
});

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
