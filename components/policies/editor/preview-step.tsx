"use client";
import dynamic from "next/dynamic";
import { useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Nothing } from "#components/ui/nothing.ts";
import { Section } from "#components/ui/section.tsx";
import type { ProposedPolicy } from "#lib/policy/versions/propose-policy.ts";
import { ChangeList } from "../changes/change-list.tsx";
import { counted } from "../policy-words.ts";
import type { Draft } from "./draft-store.ts";
import type { ProposeAction, ShownVerdict } from "./editor-actions.ts";
import { ProblemList } from "./problem-list.tsx";

/** Most drafts are previewed more often than rehearsed: what draws a rehearsal comes after the rest. */
const RehearsalPanel = dynamic(
  () => import("../rehearsal/rehearsal-panel.tsx").then((loaded) => loaded.RehearsalPanel),
  { loading: Nothing },
);

interface PreviewStepProps {
  draft: Draft;
  verdict: ShownVerdict;
  /** Kept by whoever shows this, so that going back to the text does not lose it. */
  reason: string;
  onReason: (reason: string) => void;
  propose: ProposeAction;
  onProposed: (proposed: ProposedPolicy) => void;
  /** Another version is in force by now. */
  onMoved: (inForce: number) => void;
  /** To the text; to a line of it. */
  onBack: (line?: number) => void;
}

/** What the draft would change, who has to agree, and why it is wanted. */
export function PreviewStep(props: PreviewStepProps) {
  const { draft, verdict, reason, onReason, propose, onProposed, onMoved, onBack } = props;
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const id = useId();
  const send = () =>
    start(async () => {
      const outcome = await callAction(() => propose({ ...draft, reason: reason.trim() }));
      if (outcome.ok) return onProposed(outcome.value);
      setRefusal(outcome.message);
      if (typeof outcome.details?.inForce === "number") onMoved(outcome.details.inForce);
    });
  const unchanged = verdict.changes.length === 0;
  return (
    <>
      <Callout
        tone={unchanged ? "plain" : verdict.widens ? "dual" : "ok"}
        title={
          <b className="font-semibold">
            {unchanged
              ? "It changes nothing."
              : verdict.widens
                ? "It allows more: two reviewers have to agree."
                : "It allows nothing more: one reviewer has to agree."}
          </b>
        }
      >
        {unchanged
          ? `The document says what v${verdict.inForce} says already.`
          : "Whoever writes a version cannot put it in force. Until somebody else does, everything is decided as it is now."}
      </Callout>
      <Section title="Changes" note={`${counted(verdict.changes.length, "change")} against v${verdict.inForce}`}>
        <ChangeList changes={verdict.changes} empty="Nothing differs from what is in force." />
      </Section>
      {verdict.notes.length > 0 && (
        <Section title="Worth a second look" note="nothing that keeps it from being proposed">
          <ProblemList kind="note" problems={verdict.notes} onGo={onBack} />
        </Section>
      )}
      {!unchanged && (
        <Section title="Rehearsal" note="how it would have decided calls that were made">
          <RehearsalPanel text={draft.text} />
        </Section>
      )}
      <div className="mt-5 grid max-w-2xl gap-3">
        <Field
          label="Reason"
          htmlFor={id}
          hint="Reviewers read it before they decide, and it is kept with the version."
          error={refusal}
        >
          <TextArea id={id} value={reason} maxLength={2000} onChange={(event) => onReason(event.target.value)} />
        </Field>
        <span className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            disabled={reason.trim() === "" || unchanged || draft.base < verdict.inForce}
            busy={busy}
            onClick={send}
          >
            Propose
          </Button>
          <Button onClick={() => onBack()}>Back to the text</Button>
        </span>
      </div>
    </>
  );
}
