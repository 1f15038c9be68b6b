import { LETTER, type Scene, type Shape } from "./scene.ts";

/** The picture as SVG. Texts are escaped, and there is nothing in it that runs, links or fetches. */
export function writeSvg({ width, height, background, shapes }: Scene): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${background}"/>`,
    ...shapes.map(element),
    "</svg>",
    "",
  ].join("\n");
}

function element(shape: Shape): string {
  switch (shape.kind) {
    case "box":
      return `<rect x="${at(shape.x)}" y="${at(shape.y)}" width="${at(shape.width)}" height="${at(shape.height)}" fill="${shape.fill ?? "none"}" stroke="${shape.stroke ?? "none"}"/>`;
    case "path":
      return `<polyline points="${shape.points.map(([x, y]) => `${at(x)},${at(y)}`).join(" ")}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.thick ?? 1}"/>`;
    case "dot":
      return `<circle cx="${at(shape.x)}" cy="${at(shape.y)}" r="${at(shape.radius)}" fill="${shape.fill}"/>`;
    case "text":
      return `<text x="${at(shape.x)}" y="${at(shape.y)}" font-family="monospace" font-size="${LETTER[shape.size].height + 2}" fill="${shape.fill}" text-anchor="${shape.anchor ?? "start"}" dominant-baseline="central">${escaped(shape.text)}</text>`;
  }
}

function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
