"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { fetchJson } from "#components/live/fetch-json.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { type SilentRule, whyWords } from "#lib/approvals/rules/explain-rules.ts";

/** One line on a card whose tool has standing rules: why none of them answered. Only for such a tool. */
export function WhyNoRule({ id, tool }: { id: string; tool: string }) {
  const { data } = useQuery({
    queryKey: ["rules-silent", id],
    queryFn: ({ signal }) => fetchJson<readonly SilentRule[]>(`/api/approvals/rules/explain?id=${id}`, signal),
    staleTime: 60_000,
  });
  const nearest = data?.[0];
  return (
    // A line from the start: what comes below must not move when the answer arrives.
    <p className="min-h-5 text-sm text-ink-2">
      {data && (
        <>
          No standing rule answered
          {nearest && <Nearest rule={nearest} of={data.length} />}.{" "}
          <Link href={`/approvals/rules?q=${encodeURIComponent(tool)}`} prefetch={false} className="underline">
            Rules
          </Link>
        </>
      )}
    </p>
  );
}

function Nearest({ rule, of }: { rule: SilentRule; of: number }) {
  return (
    <>
      ; the nearest{of > 1 && ` of ${of}`} {whyWords(rule)}
      {rule.why === "argument" && rule.argument !== null && (
        <span className="font-mono">
          {" "}
          <VisibleText text={rule.argument} line />
        </span>
      )}
    </>
  );
}
