import type { Execute } from "#lib/registry/tool.ts";
import { savePicture } from "../drawing/save-picture.ts";
import { type Colour, fitted, LETTER, type Shape } from "../drawing/scene.ts";
import type { input, output } from "./contract.ts";

type Part = Parameters<typeof execute>[0]["parts"][number];

const INK: Colour = "#1f2430";
const LINE: Colour = "#8a90a0";
const PANEL: Colour = "#f4f5f8";

export const execute: Execute<typeof input, typeof output> = (call, { idempotencyKey }) => {
  const { path, parts, width = 800, height = 600 } = call;
  const scene = { width, height, background: "#ffffff" as const, shapes: parts.flatMap(shapesOf) };
  return savePicture(scene, path, idempotencyKey);
};

function shapesOf(part: Part): Shape[] {
  const { x, y, width, height } = part;
  const box = { kind: "box", x, y, width, height } as const;
  switch (part.kind) {
    case "panel": {
      const title: Shape[] = part.title
        ? [{ kind: "text", x: x + 12, y: y + 18, text: fitted(part.title, 2, width - 24), size: 2, fill: INK }]
        : [];
      return [{ ...box, fill: PANEL, stroke: LINE }, ...title];
    }
    case "button":
      return [
        { ...box, fill: INK },
        {
          kind: "text",
          x: x + width / 2,
          y: y + height / 2,
          text: fitted(part.label, 1, width - 8),
          size: 1,
          fill: "#ffffff",
          anchor: "middle",
        },
      ];
    case "field":
      return [
        { ...box, fill: "#ffffff", stroke: LINE },
        { kind: "text", x: x + 8, y: y + height / 2, text: fitted(part.label, 1, width - 16), size: 1, fill: LINE },
      ];
    case "picture":
      return [
        { ...box, fill: PANEL, stroke: LINE },
        {
          kind: "path",
          points: [
            [x, y],
            [x + width - 1, y + height - 1],
          ],
          stroke: LINE,
        },
        {
          kind: "path",
          points: [
            [x + width - 1, y],
            [x, y + height - 1],
          ],
          stroke: LINE,
        },
      ];
    case "text":
      return wrapped(part.text, part.large ? 2 : 1, part);
  }
}

/** Words are kept whole where they fit; what does not fit below is left out. */
function wrapped(text: string, size: 1 | 2, place: { x: number; y: number; width: number; height: number }): Shape[] {
  const lineHeight = LETTER[size].height + 4;
  const most = Math.max(1, Math.floor(place.width / LETTER[size].width));
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > most) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.slice(0, Math.max(1, Math.floor(place.height / lineHeight))).map(
    (line, index): Shape => ({
      kind: "text",
      x: place.x,
      y: place.y + lineHeight * (index + 0.5),
      text: fitted(line, size, place.width),
      size,
      fill: INK,
    }),
  );
}
