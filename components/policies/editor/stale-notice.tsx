"use client";
import Link from "next/link";
import { useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Draft } from "./draft-store.ts";
import type { EditorActions } from "./editor-actions.ts";

interface StaleNoticeProps {
  draft: Draft;
  inForce: number;
  rebase: EditorActions["rebase"];
  onRebased: (draft: Draft) => void;
}

/** Somebody else's version was put in force meanwhile. Nothing is lost: the changes can be carried over. */
export function StaleNotice({ draft, inForce, rebase, onRebased }: StaleNoticeProps) {
  const [busy, start] = useTransition();
  const [refusal, setRefusal] = useState<string>();
  const carryOver = () =>
    start(async () => {
      const outcome = await callAction(() => rebase(draft));
      if (!outcome.ok) return setRefusal(outcome.message);
      const { text, base, clashes } = outcome.value;
      onRebased({ text, base });
      toast.success(
        clashes.length === 0
          ? `Your changes now stand on v${base}.`
          : `Your changes now stand on v${base}. Both changed ${clashes.join(", ")}; yours was kept.`,
      );
    });
  return (
    <Callout
      tone="medium"
      title={
        <b className="font-semibold">
          v{inForce} was put in force since you began from v{draft.base}.
        </b>
      }
    >
      <p>Proposed as it is, this text would take back what v{inForce} changed, so it is not accepted.</p>
      {refusal && <p className="mt-1 text-bad">{refusal}</p>}
      <span className="mt-2 flex flex-wrap items-center gap-3">
        <Button size="sm" tone="primary" busy={busy} onClick={carryOver}>
          Carry my changes over to v{inForce}
        </Button>
        <Link href={`/policies/versions/${inForce}`} target="_blank" className="text-accent underline">
          See what v{inForce} changed
        </Link>
      </span>
    </Callout>
  );
}
