import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { metricFailures, query, span } from "../declared/metrics.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { MetricsSettings } from "../prometheus/ask-metrics.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  query,
  span: span.optional().describe("A stretch of time; only now if not given."),
});

export const output = z.strictObject({
  series: z.array(
    z.strictObject({
      labels: z.record(z.string(), z.string()),
      points: z.array(z.tuple([z.number(), z.number().nullable()])),
    }),
  ),
  truncated: z.boolean(),
});

/** Asks the installation's metrics store. */
export function queryMetrics(settings: MetricsSettings) {
  return tool({
    name: "query_metrics",
    title: "Query metrics",
    summary: "Ask the installation's metrics store, now or over a stretch of time.",
    description:
      "Sends a PromQL query to the store that this installation configured and returns at most 50 series, of at most 1,000 points each, as seconds and values.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "analytics",
    actionType: "metrics:read",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "low", { wallSeconds: 30 }),
    requires: inHeader(settings.host, "metrics.token"),
    settings,
    gate: { text: [{ at: "/query" }] },
    outputContent: "verbatim",
    effect: "Query metrics: {/query}",
    costTier: "low",
    examples: [{ title: "Requests", input: { query: "sum(rate(http_requests_total[5m]))" } }],
    failureModes: [...serviceFailures, ...metricFailures],
    execute,
    declaredIn: import.meta.url,
  });
}
