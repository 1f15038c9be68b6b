"use client";
import { useQueries } from "@tanstack/react-query";
import { postJson } from "#components/live/fetch-json.ts";
import type { SharingCall } from "#lib/approvals/pivot/find-sharing.ts";
import type { RulePreview } from "#lib/approvals/rules/preview-rule.ts";

/** Tried on this many tools; more would keep the database busy for one line. */
const TOOLS = 5;

/** How much of what people approved lately the text would have refused: a text that is too common shows here. */
export function DenialPreview({ text, items }: { text: string; items: readonly SharingCall[] }) {
  const calls = [...new Map(items.map((item) => [item.tool, item])).values()].slice(0, TOOLS);
  const seen = useQueries({
    queries: calls.map(({ id }) => ({
      queryKey: ["rule-preview", text, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        postJson<RulePreview>(
          "/api/approvals/rules/preview",
          { id, effect: "deny", everyAgent: true, pattern: { anywhere: text } },
          signal,
        ),
      retry: false,
      // A look at thousands of calls: not again at every hint that something changed somewhere.
      staleTime: "static" as const,
      gcTime: 30_000,
    })),
  });
  const known = seen.flatMap(({ data }) => (data ? [data] : []));
  if (known.length === 0) return null;
  const approved = known.reduce((sum, { released }) => sum + released, 0);
  const matched = known.reduce((sum, { matched: count }) => sum + count, 0);
  return (
    <p className={`text-sm ${approved > 0 ? "font-medium text-high" : "text-ink-2"}`}>
      In 30 days this would have refused{" "}
      {matched === 1 ? "1 other call" : `${matched.toLocaleString("en-GB")} other calls`}
      {approved > 0 ? `, ${approved.toLocaleString("en-GB")} of which were approved.` : "; none of them was approved."}
    </p>
  );
}
