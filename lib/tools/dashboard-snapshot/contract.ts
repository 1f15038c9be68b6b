import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { metricFailures, query, span } from "../declared/metrics.ts";
import { path, pictureFailures, saved } from "../declared/picture.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import type { MetricsSettings } from "../prometheus/ask-metrics.ts";
import { execute } from "./execute.ts";

export const input = z.strictObject({
  path,
  title: z.string().min(1).max(120),
  span,
  panels: z
    .array(z.strictObject({ title: z.string().min(1).max(80), query }))
    .min(1)
    .max(8),
});

export const output = saved;

/** A picture of several metrics over one stretch of time. */
export function dashboardSnapshot(settings: MetricsSettings) {
  return tool({
    name: "dashboard_snapshot",
    title: "Picture a dashboard",
    summary: "Draw several metrics over the same time as one picture in the workspace.",
    description:
      "Asks the metrics store for up to eight panels over one stretch of time and draws them as lines into one SVG or PNG file of the workspace.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "analytics",
    actionType: "metrics:read",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "low", { write: ["${workspace}/**"] }),
    requires: inHeader(settings.host, "metrics.token"),
    settings,
    gate: {
      paths: [{ at: "/path", access: "write" }],
      text: [{ at: "/title" }, { at: "/panels/*/title" }, { at: "/panels/*/query" }],
    },
    outputContent: "verbatim",
    effect: "Picture the metrics {/title} to {/path}",
    costTier: "low",
    examples: [
      {
        title: "An hour",
        input: {
          path: "shop.png",
          title: "Shop",
          span: { start: 1767225600, end: 1767229200, stepSeconds: 60 },
          panels: [{ title: "Requests a second", query: "sum(rate(http_requests_total[5m]))" }],
        },
      },
    ],
    failureModes: [...serviceFailures, ...metricFailures, ...pictureFailures],
    execute,
    declaredIn: import.meta.url,
  });
}
