"use client";
import { useId, useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextArea } from "#components/ui/field.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Subject } from "#lib/approvals/attention/attend.ts";
import type { Happening, TimelineAction } from "#lib/approvals/attention/read-attention.ts";
import { useAttention } from "./use-attention.ts";

const DID: Readonly<Record<TimelineAction, string>> = {
  asked: "asked for it",
  "invocation.edited": "edited the input",
  "invocation.returned": "gave it back to people: what was approved had changed",
  "invocation.approved": "approved",
  "invocation.rejected": "rejected",
  "invocation.taken_back": "took back their yes",
  "review.approved": "approved",
  "review.rejected": "rejected",
  "approval.commented": "said",
  "approval.assigned": "gave it to",
  "approval.extended": "took more time",
  "approval.escalated": "called the next people",
};

/** What people said and did about a question, and a field to say something to the others. */
export function Timeline({ subject }: { subject: Subject }) {
  const { attention, failed, comment } = useAttention(subject);
  return (
    <Section
      title="Timeline and comments"
      note={attention?.assignee ? `${attention.assignee.name} takes care of it` : undefined}
    >
      {failed && <p className="text-ink-2">What was said and done about it could not be read.</p>}
      <ol className="grid gap-1.5">
        {(attention?.timeline ?? []).map((happening, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A timeline only grows at its end.
          <Line key={at} {...happening} />
        ))}
      </ol>
      {attention?.mayAttend && <CommentForm onComment={comment} />}
    </Section>
  );
}

function Line({ at, by, action, words }: Happening) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-1.5 text-ink-2">
      <b className="font-medium text-ink">{by ?? (action === "asked" ? "The agent" : "Airlock")}</b>
      <span>{action === "approval.assigned" && words === null ? "left it to everybody" : DID[action]}</span>
      {words !== null && (
        <span className="min-w-0 break-words text-ink">
          <VisibleText text={words} />
        </span>
      )}
      <span className="text-sm">
        <Ago at={at} />
      </span>
    </li>
  );
}

function CommentForm({ onComment }: { onComment: (body: string) => Promise<boolean> }) {
  const [body, setBody] = useState("");
  const [busy, start] = useTransition();
  const id = useId();
  const send = () =>
    start(async () => {
      if (await onComment(body.trim())) setBody("");
    });
  return (
    <div className="mt-3 grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Comment for the others who decide
      </label>
      <TextArea
        id={id}
        value={body}
        maxLength={4000}
        onChange={(event) => setBody(event.target.value)}
        className="min-h-14"
      />
      <Button size="sm" className="justify-self-start" disabled={body.trim() === ""} busy={busy} onClick={send}>
        Comment
      </Button>
    </div>
  );
}
