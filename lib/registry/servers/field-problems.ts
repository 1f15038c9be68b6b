import { LIMIT_NAMES } from "#lib/policy/tool-policy.ts";
import type { FieldProblems } from "./form-to-server.ts";
import type { ServerField } from "./server-form.ts";

/** Where a part of a configuration stands in the form; the longest beginning counts. */
const PLACES: readonly (readonly [string, ServerField])[] = [
  ["/name", "name"],
  ["/transport/argv", "argv"],
  ["/transport/environment", "environment"],
  ["/transport/url", "url"],
  ["/transport", "kind"],
  ["/policy/filesystem/read", "read"],
  ["/policy/filesystem/write", "write"],
  ["/policy/network/hosts", "hosts"],
  ["/policy/network", "network"],
  ["/policy/environment", "environment"],
  ["/policy/exec", "exec"],
  ["/policy/risk", "risk"],
  ...LIMIT_NAMES.map((name) => [`/policy/limits/${name}`, name] as const),
  ["/declared/prefix", "prefix"],
  ["/declared/safetyClass", "safetyClass"],
  ["/declared/egressClass", "egressClass"],
  ["/declared/idempotency", "idempotency"],
  ["/declared/idempotent", "idempotent"],
];

/** A refusal's problems, each at the field that it is about; the first of a field stands. */
export function fieldProblems(details: Readonly<Record<string, unknown>> | undefined): FieldProblems {
  const problems: Partial<Record<ServerField, string>> = {};
  const errors = Array.isArray(details?.errors) ? (details.errors as unknown[]) : [];
  for (const error of errors) {
    const { pointer, message } = (error ?? {}) as { pointer?: unknown; message?: unknown };
    if (typeof pointer !== "string" || typeof message !== "string") continue;
    const field = PLACES.find(([place]) => pointer === place || pointer.startsWith(`${place}/`))?.[1];
    if (field) problems[field] ??= `${lineOf(pointer)}${inWords(message)}`;
  }
  return problems;
}

/** What the schema says of a number that is too large, for a person. */
function inWords(message: string): string {
  const most = /expected number to be <=(\d+)/.exec(message)?.[1];
  return most === undefined ? message : `At most ${Number(most).toLocaleString("en-GB")}.`;
}

/** Items of a list stand one a line. */
function lineOf(pointer: string): string {
  const index = /\/(\d+)$/.exec(pointer)?.[1];
  return index === undefined ? "" : `Line ${Number(index) + 1}: `;
}
