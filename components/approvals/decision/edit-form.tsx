"use client";
import { useId, useState } from "react";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { composeInput, stateOf } from "#lib/approvals/edit/compose-input.ts";
import type { EditVerdict as Verdict } from "#lib/approvals/edit/edit-invocation.ts";
import type { FieldState, FormField } from "#lib/approvals/edit/form-fields.ts";
import { EditField } from "./edit-field.tsx";
import { EditVerdict } from "./edit-verdict.tsx";
import { problemsByField } from "./problems-by-field.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";

interface EditFormProps {
  seen: Decision;
  effect: string;
  fields: readonly FormField[];
  onClose: () => void;
  onEdited: () => void;
}

interface Judged {
  readonly verdict?: Verdict;
  /** Why it was refused, as a sentence. */
  readonly refused?: string;
  readonly errors: Readonly<Record<string, string>>;
}

const NOT_JUDGED: Judged = { errors: {} };

export function EditForm({ seen, effect, fields, onClose, onEdited }: EditFormProps) {
  const actions = useInboxActions();
  const id = useId();
  const [states, setStates] = useState<Readonly<Record<string, FieldState>>>({});
  const [reason, setReason] = useState("");
  const [judged, setJudged] = useState(NOT_JUDGED);
  const [busy, run] = useOneAtATime();
  /** Types first, here; then the policy, on the server. What is typed stays, whatever the answer. */
  const withInput = (act: (input: string) => Promise<void>) => {
    const composed = composeInput(fields, states);
    if (composed.ok) void run(() => act(composed.text));
    else setJudged({ errors: composed.errors });
  };
  const check = () =>
    withInput(async (input) => {
      const outcome = await callAction(() => actions.previewEdit({ ...seen, input }));
      if (!outcome.ok) setJudged({ refused: outcome.message, errors: {} });
      else setJudged({ verdict: outcome.value, errors: problemsByField(outcome.value.problems) });
    });
  const save = () =>
    withInput(async (input) => {
      const outcome = await callAction(() => actions.edit({ ...seen, input, reason: reason.trim() }));
      if (!outcome.ok) {
        setJudged({ refused: outcome.message, errors: problemsByField(outcome.details?.errors) });
        return;
      }
      const { revision, people } = outcome.value;
      toast.success(`Revision ${revision} waits for ${people === 2 ? "two other people" : "one other person"}.`);
      onEdited();
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit the arguments"
      description={<VisibleText text={effect} />}
      footer={
        <>
          <Button size="lg" className="mr-auto" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" busy={busy} onClick={check}>
            Check
          </Button>
          <Button tone="primary" size="lg" disabled={reason.trim() === ""} busy={busy} onClick={save}>
            Save revision {seen.revision + 1}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Callout tone="accent" title="Your own vote will not count: what people edit, other people decide.">
          The policy judges it again, and earlier votes are void. What the agent asked stays on record.
        </Callout>
        {fields.map((field, at) => (
          <EditField
            key={field.name}
            id={`${id}-${at}`}
            field={field}
            state={stateOf(field, states)}
            error={Object.hasOwn(judged.errors, field.name) ? judged.errors[field.name] : undefined}
            onState={(state) => {
              setStates({ ...states, [field.name]: state });
              setJudged(NOT_JUDGED);
            }}
          />
        ))}
        <Field label="Why do you change it?" htmlFor={`${id}-reason`} hint="Kept in the audit log.">
          <TextArea
            id={`${id}-reason`}
            value={reason}
            maxLength={2000}
            required
            className="min-h-12!"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div role="status">
          {judged.verdict && <EditVerdict verdict={judged.verdict} />}
          {judged.refused && <Callout tone="bad" title={<VisibleText text={judged.refused} />} />}
          {Object.keys(judged.errors).length > 0 && !judged.verdict && !judged.refused && (
            <Callout tone="bad" title="Some fields cannot be read; each says why." />
          )}
        </div>
      </div>
    </Dialog>
  );
}
