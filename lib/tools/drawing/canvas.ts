import { letterRows } from "./letters.ts";
import { type Colour, LETTER, type Scene, type Shape, textWidth } from "./scene.ts";

/** The picture as points, three bytes each. */
export function paint({ width, height, background, shapes }: Scene): Uint8Array {
  const canvas = new Canvas(width, height);
  canvas.fill(0, 0, width, height, background);
  for (const shape of shapes) canvas.draw(shape);
  return canvas.points;
}

class Canvas {
  readonly points: Uint8Array;
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.points = new Uint8Array(width * height * 3);
  }

  draw(shape: Shape): void {
    switch (shape.kind) {
      case "box": {
        const { x, y, width, height, fill, stroke } = shape;
        if (fill) this.fill(x, y, width, height, fill);
        if (stroke) {
          this.fill(x, y, width, 1, stroke);
          this.fill(x, y + height - 1, width, 1, stroke);
          this.fill(x, y, 1, height, stroke);
          this.fill(x + width - 1, y, 1, height, stroke);
        }
        break;
      }
      case "path":
        for (const [index, to] of shape.points.entries()) {
          const from = shape.points[index - 1];
          if (from) this.#line(from, to, shape.thick ?? 1, shape.stroke);
        }
        break;
      case "dot":
        this.#dot(shape.x, shape.y, shape.radius, shape.fill);
        break;
      case "text":
        this.#text(shape);
        break;
    }
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
    const [right, bottom] = [
      Math.min(this.#width, Math.round(x + width)),
      Math.min(this.#height, Math.round(y + height)),
    ];
    const [red, green, blue] = channels(colour);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const at = (row * this.#width + column) * 3;
        this.points[at] = red;
        this.points[at + 1] = green;
        this.points[at + 2] = blue;
      }
    }
  }

  #line([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], thick: number, colour: Colour): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
    for (let step = 0; step <= steps; step += 1) {
      const [x, y] = [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps];
      this.fill(x - thick / 2, y - thick / 2, thick, thick, colour);
    }
  }

  #dot(x: number, y: number, radius: number, colour: Colour): void {
    for (let row = -Math.ceil(radius); row <= radius; row += 1) {
      const half = Math.sqrt(Math.max(0, radius * radius - row * row));
      this.fill(x - half, y + row, half * 2, 1, colour);
    }
  }

  #text({ x, y, text, size, fill, anchor = "start" }: Extract<Shape, { kind: "text" }>): void {
    const shift = anchor === "start" ? 0 : anchor === "middle" ? textWidth(text, size) / 2 : textWidth(text, size);
    const top = y - (7 * size) / 2;
    for (const [index, character] of [...text].entries()) {
      const left = x - shift + index * LETTER[size].width;
      for (const [row, bits] of letterRows(character).entries()) {
        for (let column = 0; column < 5; column += 1) {
          if (bits & (16 >> column)) this.fill(left + column * size, top + row * size, size, size, fill);
        }
      }
    }
  }
}

function channels(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
