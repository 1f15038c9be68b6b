"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { fetchJson } from "#components/live/fetch-json.ts";
import { toast } from "#components/ui/toast.ts";
import type { Subject } from "#lib/approvals/attention/attend.ts";
import type { Attention } from "#lib/approvals/attention/read-attention.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** Who takes care of one question, and the ways to change that. Every part that shows it shares one reading. */
export function useAttention(subject: Subject) {
  const client = useQueryClient();
  const actions = useInboxActions();
  const { data, isError } = useQuery({
    queryKey: ["approval", subject.id, "attention", subject.kind],
    queryFn: ({ signal }) =>
      fetchJson<Attention>(`/api/approvals/${subject.id}/attention?kind=${subject.kind}`, signal),
    staleTime: 2_000,
  });
  const send = async <T>(act: () => Promise<Outcome<T>>, news: string | ((value: T) => string)): Promise<boolean> => {
    const outcome = await callAction(act);
    if (outcome.ok) toast.success(typeof news === "string" ? news : news(outcome.value));
    else toast.error(outcome.message);
    await client.invalidateQueries();
    return outcome.ok;
  };
  const nameOf = (id: string | null) => data?.candidates.find((person) => person.id === id)?.name ?? "somebody";
  return {
    attention: data,
    failed: isError && data === undefined,
    comment: (body: string) =>
      send(() => actions.comment({ ...subject, body }), "Your comment is there for the others."),
    assign: (personId: string | null) =>
      send(
        () => actions.assign({ ...subject, personId }),
        (given) =>
          given.personId === null ? "It is everybody's again." : `${nameOf(given.personId)} takes care of it.`,
      ),
    snooze: (minutes: number | null) =>
      send(
        () => actions.snooze({ ...subject, minutes }),
        minutes === null ? "It is back in your list." : "Snoozed. Its clock goes on.",
      ),
    extend: () => send(() => actions.extend(subject), "There is more time to decide."),
    escalate: (reason: string) => send(() => actions.escalate({ ...subject, reason }), "The next people are called."),
  };
}
