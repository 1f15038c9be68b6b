import type { Execute } from "#lib/registry/tool.ts";
import { askMetrics, type MetricsSettings } from "../prometheus/ask-metrics.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output, MetricsSettings> = async (call, { settings }) => {
  const lines = await Promise.all(
    call.lines.map(async ({ name, query }) => {
      try {
        const { series } = await askMetrics(settings, query);
        return { name, value: series[0]?.points.at(-1)?.[1] ?? null, series: series.length };
      } catch (error) {
        return { name, value: null, series: 0, error: (error as Error).message };
      }
    }),
  );
  const rows = lines.map(({ name, value, series, ...line }, index) => {
    const unit = call.lines[index]?.unit;
    const words = "error" in line ? "failed" : value === null ? "no data" : `${figure(value)}${unit ? ` ${unit}` : ""}`;
    return `| ${cell(name)} | ${cell(words)} | ${series} |`;
  });
  const report = [`# ${cell(call.title)}`, "", "| figure | now | series |", "|---|---:|---:|", ...rows].join("\n");
  return { report, lines };
};

/** As many digits as say something. */
function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : Number(value.toPrecision(4)).toString();
}

/** A name cannot end its cell or its line. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ").replaceAll("|", "\\|");
}
