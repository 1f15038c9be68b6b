"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";

export type DismissAction = (input: { noticeId: string }) => Promise<Outcome<unknown>>;

/** It stays on record, so it asks nothing. */
export function DismissNotice({
  noticeId,
  title,
  dismiss,
}: {
  noticeId: string;
  title: string;
  dismiss: DismissAction;
}) {
  const [busy, start] = useTransition();
  const act = () =>
    start(async () => {
      const outcome = await callAction(() => dismiss({ noticeId }));
      if (!outcome.ok) toast.error(outcome.message);
    });
  return (
    <Button size="sm" busy={busy} onClick={act} aria-label={`Dismiss: ${plainText(title, 80)}`}>
      Dismiss
    </Button>
  );
}
