import type { DecisionTrace } from "#lib/policy/decision-trace.ts";

/** What a call would reach for the first time, as the database wrote it into the trace: `kind word, kind word`. */
export function firstSeenIn(trace: DecisionTrace | null | undefined): string | null {
  return trace?.lines.find(({ rule }) => rule === "target.first_seen")?.saw ?? null;
}

/** What kind of thing is new, in a word that is never a stranger's. */
export function firstSeenKind(saw: string): string {
  const [, kind = "target"] = /^(host|recipient|repository|database|path) /.exec(saw) ?? [];
  return kind;
}
