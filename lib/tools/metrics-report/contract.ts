import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { metricFailures, query } from "../declared/metrics.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { MetricsSettings } from "../prometheus/ask-metrics.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  title: z.string().min(1).max(120),
  lines: z
    .array(z.strictObject({ name: z.string().min(1).max(80), query, unit: z.string().max(20).optional() }))
    .min(1)
    .max(20),
});

export const output = z.strictObject({
  report: z.string().describe("A table in Markdown."),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      value: z.number().nullable(),
      series: z.number().int(),
      error: z.string().optional(),
    }),
  ),
});

/** Several figures of the installation's metrics store, in one table. */
export function metricsReport(settings: MetricsSettings) {
  return tool({
    name: "metrics_report",
    title: "Report on metrics",
    summary: "Ask for several figures at once and get them as a table.",
    description:
      "Asks the metrics store for up to 20 figures, each by a PromQL query that gives one value now, and returns them as a Markdown table and as data. A " +
      "query that fails is a line with its error; the others stand.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "analytics",
    actionType: "metrics:read",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "low"),
    requires: inHeader(settings.host, "metrics.token"),
    settings,
    gate: { text: [{ at: "/title" }, { at: "/lines/*/name" }, { at: "/lines/*/query" }, { at: "/lines/*/unit" }] },
    outputContent: "prose",
    effect: "Report on metrics: {/title}",
    costTier: "low",
    examples: [
      {
        title: "A day",
        input: { title: "Shop", lines: [{ name: "Requests a second", query: "sum(rate(http_requests_total[5m]))" }] },
      },
    ],
    failureModes: [...serviceFailures, ...metricFailures],
    execute,
    declaredIn: import.meta.url,
  });
}
