import type { Execute } from "#lib/registry/tool.ts";
import { askMetrics, type MetricsSettings } from "../prometheus/ask-metrics.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output, MetricsSettings> = async (call, { settings }) => {
  const { series, truncated } = await askMetrics(settings, call.query, call.span);
  return {
    truncated,
    series: series.map(({ labels, points }) => ({
      labels: { ...labels },
      points: points.map(([at, value]) => [at, value]),
    })),
  };
};
