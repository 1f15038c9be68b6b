import type { Execute } from "#lib/registry/tool.ts";
import { drawPlot } from "../drawing/plot.ts";
import { savePicture } from "../drawing/save-picture.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = (call, { idempotencyKey }) => {
  const { path, width = 800, height = 450, ...plot } = call;
  return savePicture(drawPlot({ ...plot, width, height }), path, idempotencyKey);
};
