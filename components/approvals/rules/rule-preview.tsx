"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { postJson } from "#components/live/fetch-json.ts";
import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { RulePreview as Preview } from "#lib/approvals/rules/preview-rule.ts";
import { previewWords } from "#lib/approvals/rules/preview-words.ts";
import type { RuleEffect } from "#lib/approvals/rules/rule-limits.ts";
import type { RulePattern } from "#lib/approvals/rules/rule-pattern.ts";
import { usePaused } from "./use-paused.ts";

interface Question {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly everyAgent: boolean;
  readonly pattern: RulePattern;
}

/** Tries the rule on what was asked before, as it is being made. Stale while something is being typed. */
export function useRulePreview(question: Question, enabled: boolean) {
  const asked = JSON.stringify(question);
  const paused = usePaused(asked);
  const query = useQuery({
    queryKey: ["rule-preview", paused],
    queryFn: ({ signal }) => postJson<Preview>("/api/approvals/rules/preview", JSON.parse(paused), signal),
    placeholderData: keepPreviousData,
    enabled,
    retry: false,
    // A look at thousands of calls: not again at every hint that something changed somewhere.
    staleTime: "static",
    gcTime: 30_000,
  });
  const stale = paused !== asked || query.isPlaceholderData || query.isPending;
  const covers = !stale && !query.isError && query.data?.differs === null;
  return { seen: query.data, refusal: stale ? undefined : query.error?.message, stale, covers };
}

interface RulePreviewProps {
  effect: RuleEffect;
  preview: ReturnType<typeof useRulePreview>;
}

/** Of a height of its own, so that nothing below it moves while it is asked again. */
export function RulePreview({ effect, preview: { seen, refusal, stale, covers } }: RulePreviewProps) {
  const samples = seen && (effect === "approve" ? seen.sampleRejected : seen.sampleReleased);
  const count = seen && (effect === "approve" ? seen.rejected : seen.released);
  return (
    <div aria-live="polite" aria-busy={stale} className={`min-h-[72px] ${stale ? "opacity-60" : ""}`}>
      {refusal !== undefined ? (
        <Callout tone="medium" title="Not yet a rule">
          {refusal}
        </Callout>
      ) : !seen ? (
        <Callout title="Tried on the last 30 days …" />
      ) : !stale && !covers ? (
        <Callout tone="medium" title="It would not answer for this call">
          {seen.differs ? <VisibleText text={seen.differs} /> : "The rule"} is not what this call has.
        </Callout>
      ) : (
        <Callout tone={count ? "high" : "ok"} title={previewWords(effect, seen)}>
          {samples && samples.length > 0 && (
            <span className="flex flex-wrap items-baseline gap-x-2">
              See {samples.length < (count ?? 0) ? "the newest" : "them"}:
              {samples.map((id) => (
                <Link key={id} href={`/invocations/${id}`} target="_blank" className="font-mono text-sm underline">
                  …{id.slice(-6)}
                </Link>
              ))}
            </span>
          )}
        </Callout>
      )}
    </div>
  );
}
