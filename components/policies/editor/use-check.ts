"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePaused } from "#components/approvals/rules/use-paused.ts";
import { callAction } from "#components/live/call-action.ts";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";
import type { EditorActions } from "./editor-actions.ts";
import { problemsOf } from "./problems-of.ts";

/** What is wrong with a text, asked of the server once the hands rest. The marks of the last answer stay until the next. */
export function useCheck(text: string, dirty: boolean, check: EditorActions["check"]) {
  const paused = usePaused(text, 500);
  const { data, isFetching } = useQuery({
    queryKey: ["check-policy", paused],
    queryFn: () => callAction(() => check({ text: paused })),
    enabled: dirty,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  });
  const problems: readonly LocatedProblem[] = dirty && data && !data.ok ? problemsOf(data) : [];
  const state = !dirty ? "untouched" : isFetching || paused !== text ? "checking" : data?.ok ? "sound" : "wrong";
  return {
    problems,
    state,
    verdict: data?.ok ? data.value : null,
    // A refusal of another kind, as when the session is over: it names no line.
    trouble: dirty && data && !data.ok && problems.length === 0 ? data.message : null,
  } as const;
}
