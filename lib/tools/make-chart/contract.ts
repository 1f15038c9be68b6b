import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { drawingPolicy, height, path, pictureFailures, saved, width } from "../declared/picture.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  path,
  kind: z.enum(["line", "bar", "scatter"]),
  title: z.string().min(1).max(120),
  labels: z.array(z.string().max(60)).max(500).describe("Under each place of the axis."),
  series: z
    .array(z.strictObject({ name: z.string().max(60), values: z.array(z.number().nullable()).max(500) }))
    .min(1)
    .max(8),
  width: width.optional().describe("800 if not given."),
  height: height.optional().describe("450 if not given."),
});

export const output = saved;

/** Draws a chart from data into a file of the workspace. */
export const makeChart = tool({
  name: "make_chart",
  title: "Draw a chart",
  summary: "Draw a line, bar or scatter chart from data as an SVG or PNG file of the workspace.",
  description:
    "Draws up to eight series of up to 500 values over one axis and writes the picture into the workspace, as SVG or PNG by the file's name. " +
    "A missing value is a gap. Nothing is fetched: the picture holds what it was given.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "design",
  actionType: "design:create",
  idempotency: "optional",
  idempotent: true,
  policy: drawingPolicy,
  gate: {
    paths: [{ at: "/path", access: "write" }],
    text: [{ at: "/title" }, { at: "/labels/*" }, { at: "/series/*/name" }],
  },
  outputContent: "verbatim",
  effect: "Draw the chart {/title} to {/path}",
  costTier: "free",
  examples: [
    {
      title: "Two months",
      input: {
        path: "orders.svg",
        kind: "bar",
        title: "Orders",
        labels: ["May", "June"],
        series: [{ name: "orders", values: [120, 141] }],
      },
    },
  ],
  failureModes: pictureFailures,
  execute,
  declaredIn: import.meta.url,
});
