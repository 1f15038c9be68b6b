/** A picture as a list of shapes, drawn in order; written as SVG or as PNG by the modules beside this one. */
export type Colour = `#${string}`;

export type Shape =
  | {
      readonly kind: "box";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill?: Colour;
      readonly stroke?: Colour;
    }
  | {
      readonly kind: "path";
      readonly points: readonly (readonly [number, number])[];
      readonly stroke: Colour;
      readonly thick?: number;
    }
  | { readonly kind: "dot"; readonly x: number; readonly y: number; readonly radius: number; readonly fill: Colour }
  | {
      readonly kind: "text";
      readonly x: number;
      /** Of the middle of the letters. */
      readonly y: number;
      readonly text: string;
      readonly size: 1 | 2 | 3;
      readonly fill: Colour;
      readonly anchor?: "start" | "middle" | "end";
    };

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: Colour;
  readonly shapes: readonly Shape[];
}

/** Width of a letter and height of a line in pixels, at each size, in both ways of writing. */
export const LETTER = {
  1: { width: 6, height: 8 },
  2: { width: 12, height: 16 },
  3: { width: 18, height: 24 },
} as const;

export function textWidth(text: string, size: 1 | 2 | 3): number {
  return [...text].length * LETTER[size].width;
}

/** As much of a text as fits, with a mark where it was cut. */
export function fitted(text: string, size: 1 | 2 | 3, width: number): string {
  const letters = [...text];
  const most = Math.max(1, Math.floor(width / LETTER[size].width));
  return letters.length <= most ? text : `${letters.slice(0, Math.max(0, most - 2)).join("")}..`;
}
