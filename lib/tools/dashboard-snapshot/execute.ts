import type { Execute } from "#lib/registry/tool.ts";
import { type Plot, plotShapes } from "../drawing/plot.ts";
import { savePicture } from "../drawing/save-picture.ts";
import { fitted, type Shape } from "../drawing/scene.ts";
import { askMetrics, labelText, type MetricsSettings, type Series, type Span } from "../prometheus/ask-metrics.ts";
import type { input, output } from "./contract.ts";

const WIDTH = 900;
const PANEL = 260;
const HEAD = 40;

export const execute: Execute<typeof input, typeof output, MetricsSettings> = async (
  call,
  { settings, idempotencyKey },
) => {
  const asked = await Promise.all(call.panels.map(({ query }) => askMetrics(settings, query, call.span)));
  const shapes = call.panels.flatMap(({ title }, index): Shape[] => {
    const y = HEAD + PANEL * index;
    return [
      { kind: "text", x: 12, y: y + 14, text: fitted(title, 2, WIDTH - 24), size: 2, fill: "#1f2430" },
      ...plotShapes(panelPlot(title, asked[index]?.series ?? [], call.span), { x: 0, y, width: WIDTH, height: PANEL }),
    ];
  });
  const scene = {
    width: WIDTH,
    height: HEAD + PANEL * call.panels.length,
    background: "#ffffff" as const,
    shapes: [
      { kind: "text", x: 12, y: 20, text: fitted(call.title, 3, WIDTH - 24), size: 3, fill: "#1f2430" } as const,
      ...shapes,
    ],
  };
  return savePicture(scene, call.path, idempotencyKey);
};

/** Every series on the steps that were asked for: a store leaves out the steps for which it has nothing. */
function panelPlot(title: string, series: readonly Series[], { start, end, stepSeconds }: Span): Plot {
  const steps = Array.from(
    { length: Math.floor((end - start) / stepSeconds) + 1 },
    (_, index) => start + index * stepSeconds,
  );
  return {
    ...{ kind: "line", title, width: WIDTH, height: PANEL },
    labels: steps.map((at) => new Date(at * 1_000).toISOString().slice(11, 16)),
    series: series.slice(0, 8).map(({ labels, points }) => {
      const at = new Map(points.map(([seconds, value]) => [Math.round(seconds), value]));
      return { name: labelText(labels), values: steps.map((step) => at.get(step) ?? null) };
    }),
  };
}
