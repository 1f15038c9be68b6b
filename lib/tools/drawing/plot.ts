import { type Colour, fitted, type Scene, type Shape } from "./scene.ts";

/** A chart of lines, bars or points over an axis, with plain words and no ornament. */
export interface Plot {
  readonly kind: "line" | "bar" | "scatter";
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Under each place of the axis. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

const INK: Colour = "#1f2430";
const FAINT: Colour = "#d9dce3";
/** Told apart also by who sees few colours: light and dark take turns. */
export const COLOURS: readonly Colour[] = [
  "#2b5fd9",
  "#d97706",
  "#0f766e",
  "#b91c5c",
  "#6d28d9",
  "#4d7c0f",
  "#0369a1",
  "#78350f",
];
const MARGIN = { left: 76, right: 16, top: 44, bottom: 40 };
const TICKS = 5;

export function drawPlot(plot: Plot): Scene {
  const { width, height, title } = plot;
  return {
    width,
    height,
    background: "#ffffff",
    shapes: [
      { kind: "text", x: 12, y: 16, text: fitted(title, 2, width - 24), size: 2, fill: INK },
      ...plotShapes(plot, { x: 0, y: 0, width, height }),
    ],
  };
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The axes, lines and names of a plot, inside a place of a larger picture. */
export function plotShapes({ kind, labels, series }: Plot, place: Place): Shape[] {
  const left = place.x + MARGIN.left;
  const top = place.y + MARGIN.top + 12;
  const wide = Math.max(10, place.width - MARGIN.left - MARGIN.right);
  const high = Math.max(10, place.height - MARGIN.top - MARGIN.bottom - 12);
  const count = Math.max(1, labels.length, ...series.map(({ values }) => values.length));
  const { low, step } = scale(
    series.flatMap(({ values }) => values.filter((value) => value !== null)),
    kind === "bar",
  );
  const span = step * (TICKS - 1);
  const yOf = (value: number): number => top + high - ((value - low) / span) * high;
  const slot = wide / count;
  const xOf = (index: number): number => left + slot * (index + 0.5);
  const ticks = Array.from({ length: TICKS }, (_, index) => low + step * index);
  return [
    ...ticks.flatMap((value): Shape[] => [
      {
        kind: "path",
        points: [
          [left, yOf(value)],
          [left + wide, yOf(value)],
        ],
        stroke: FAINT,
      },
      { kind: "text", x: left - 6, y: yOf(value), text: figure(value), size: 1, fill: INK, anchor: "end" },
    ]),
    ...legend(
      series.map(({ name }) => name),
      left,
      place.y + MARGIN.top,
      wide,
    ),
    ...series.flatMap(({ values }, number): Shape[] =>
      marks(kind, values, number, series.length, { xOf, yOf, slot, low }),
    ),
    ...axisLabels(labels, xOf, slot, top + high + 14),
    {
      kind: "path",
      points: [
        [left, top],
        [left, top + high],
        [left + wide, top + high],
      ],
      stroke: INK,
    },
  ];
}

interface Axes {
  readonly xOf: (index: number) => number;
  readonly yOf: (value: number) => number;
  readonly slot: number;
  readonly low: number;
}

function marks(
  kind: Plot["kind"],
  values: readonly (number | null)[],
  number: number,
  of: number,
  axes: Axes,
): Shape[] {
  const colour = COLOURS[number % COLOURS.length] ?? INK;
  const { xOf, yOf, slot, low } = axes;
  if (kind === "bar") {
    const wide = Math.max(1, (slot * 0.8) / of);
    return values.flatMap((value, index): Shape[] => {
      if (value === null) return [];
      const [from, to] = [yOf(Math.max(0, low)), yOf(value)];
      const x = xOf(index) - slot * 0.4 + wide * number;
      return [
        { kind: "box", x, y: Math.min(from, to), width: wide, height: Math.max(1, Math.abs(from - to)), fill: colour },
      ];
    });
  }
  if (kind === "scatter") {
    return values.flatMap((value, index): Shape[] =>
      value === null ? [] : [{ kind: "dot", x: xOf(index), y: yOf(value), radius: 3, fill: colour }],
    );
  }
  return runs(values).map(
    (run): Shape => ({
      kind: "path",
      points: run.map(([index, value]): [number, number] => [xOf(index), yOf(value)]),
      stroke: colour,
      thick: 2,
    }),
  );
}

/** A gap in the data is a gap in the line. */
function runs(values: readonly (number | null)[]): [number, number][][] {
  const all: [number, number][][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) all.push([]);
    else all.at(-1)?.push([index, value]);
  }
  return all.filter((run) => run.length > 0);
}

function legend(names: readonly string[], left: number, y: number, wide: number): Shape[] {
  const each = wide / Math.max(1, names.length);
  return names.flatMap((name, index): Shape[] => [
    {
      kind: "box",
      x: left + each * index,
      y: y - 4,
      width: 8,
      height: 8,
      fill: COLOURS[index % COLOURS.length] ?? INK,
    },
    { kind: "text", x: left + each * index + 14, y, text: fitted(name, 1, each - 20), size: 1, fill: INK },
  ]);
}

/** As many as there is room for, the first and then at equal steps. */
function axisLabels(labels: readonly string[], xOf: Axes["xOf"], slot: number, y: number): Shape[] {
  const every = Math.max(1, Math.ceil(60 / slot));
  return labels.flatMap((text, index): Shape[] =>
    index % every === 0
      ? [
          {
            kind: "text",
            x: xOf(index),
            y,
            text: fitted(text, 1, slot * every - 6),
            size: 1,
            fill: INK,
            anchor: "middle",
          },
        ]
      : [],
  );
}

/** Ticks at round figures that hold all values; bars begin at nothing. */
function scale(values: readonly number[], fromNothing: boolean): { low: number; step: number } {
  const least = Math.min(...values, fromNothing ? 0 : Number.POSITIVE_INFINITY);
  const most = Math.max(...values, fromNothing ? 0 : Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(least) || !Number.isFinite(most)) return { low: 0, step: 1 };
  const rough = (most - least || Math.abs(most) || 1) / (TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  // Values too near each other, or too far apart, for the steps between them to be numbers.
  if (!Number.isFinite(rough) || !(power > 0)) return { low: least, step: Math.max(1, Math.abs(most)) };
  for (const factor of [1, 2, 2.5, 5, 10, 20]) {
    const step = factor * power;
    const low = Math.floor(least / step) * step;
    if (low + step * (TICKS - 1) >= most) return { low, step };
  }
  return { low: least, step: rough };
}

function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${Number((value / 1e9).toPrecision(3))}G`;
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(4)));
}
