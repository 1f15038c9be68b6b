import { failure } from "../failures/failure.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { listOf, member, textOf } from "../http-service/members.ts";

/** Prometheus's HTTP interface, which many stores speak. */
export interface MetricsSettings {
  readonly host: string;
  /** What stands before `/api/v1`, for stores behind a path. */
  readonly prefix: string;
}

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [seconds: number, value: number | null])[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly stepSeconds: number;
}

const SERIES_MAX = 50;
const POINTS_MAX = 1_000;

export async function askMetrics(
  settings: MetricsSettings,
  query: string,
  span?: Span,
): Promise<{ series: Series[]; truncated: boolean }> {
  if (span && (span.end - span.start) / span.stepSeconds > POINTS_MAX) {
    throw failure("too_many_points", `A series has at most ${POINTS_MAX} points: take a longer step.`);
  }
  const asked: Record<string, string> = span
    ? { query, start: String(span.start), end: String(span.end), step: String(span.stepSeconds) }
    : { query };
  const path = `${settings.prefix}/api/v1/${span ? "query_range" : "query"}?${new URLSearchParams(asked)}`;
  const answer = await askServiceOrFail({ host: settings.host, path });
  if (member(answer, "status") !== "success") {
    throw failure("query_refused", `The store refused: ${textOf(member(answer, "error")) ?? "no reason given"}`);
  }
  const data = member(answer, "data");
  const kind = member(data, "resultType");
  const results = kind === "scalar" ? [{ metric: {}, value: member(data, "result") }] : listOf(member(data, "result"));
  return { series: results.slice(0, SERIES_MAX).map(seriesOf), truncated: results.length > SERIES_MAX };
}

function seriesOf(result: unknown): Series {
  const labels = Object.entries((member(result, "metric") ?? {}) as object).map(([name, value]) => [
    name,
    String(value),
  ]);
  const values = member(result, "values") ?? [member(result, "value")];
  return { labels: Object.fromEntries(labels), points: listOf(values).slice(0, POINTS_MAX).map(pointOf) };
}

function pointOf(pair: unknown): [number, number | null] {
  const [seconds, value] = listOf(pair);
  const number = Number(value);
  return [Number(seconds), Number.isFinite(number) ? number : null];
}

/** `name{a="b"}`, as people who read metrics write it. */
export function labelText({ __name__: name = "", ...labels }: Readonly<Record<string, string>>): string {
  const rest = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return rest.length === 0 ? name || "value" : `${name}{${rest.join(", ")}}`;
}
