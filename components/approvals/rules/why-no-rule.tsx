"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { fetchJson } from "#components/live/fetch-json.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { type SilentRule, whyWords } from "#lib/approvals/rules/explain-rules.ts";

/** One line on a card whose tool has standing rules: why none of them answered. Nothing where there are none. */
export function WhyNoRule({ id, tool }: { id: string; tool: string }) {
  const { data } = useQuery({
    queryKey: ["rules-silent", id],
    queryFn: ({ signal }) => fetchJson<readonly SilentRule[]>(`/api/approvals/rules/explain?id=${id}`, signal),
    staleTime: 60_000,
  });
  const nearest = data?.[0];
  if (!data || !nearest) return null;
  return (
    <p className="text-sm text-ink-2">
      No standing rule answered. Of the nearest,{" "}
      {nearest.why === "argument" && nearest.argument !== null && (
        <span className="font-mono">
          <VisibleText text={nearest.argument} line />{" "}
        </span>
      )}
      {whyWords(nearest)}
      {data.length > 1 && `; ${data.length - 1} more`}.{" "}
      <Link href={`/approvals/rules?q=${encodeURIComponent(tool)}`} prefetch={false} className="underline">
        Rules
      </Link>
    </p>
  );
}
