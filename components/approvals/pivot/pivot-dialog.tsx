"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { INJECTION_REASON } from "#components/approvals/decision/reject-presets.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Sharing } from "#lib/approvals/pivot/find-sharing.ts";
import type { PivotDone } from "#lib/approvals/pivot/pivot-injection.ts";
import { DenialPreview } from "./denial-preview.tsx";
import { PivotResult } from "./pivot-result.tsx";
import { SharingList } from "./sharing-list.tsx";
import { usePivot } from "./use-pivot.ts";

export interface PivotDialogProps {
  /** What was selected; empty when somebody suspects an injection and has not said where. */
  text: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone?: () => void;
}

/** From one suspicious text to everything that carries it: reject, stop, refuse from now on. Nothing happens before the last button. */
export function PivotDialog({ text, open, onOpenChange, onDone }: PivotDialogProps) {
  const form = usePivot(text);
  const client = useQueryClient();
  const { pivot } = useInboxActions();
  const [reason, setReason] = useState(INJECTION_REASON);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<PivotDone | null>(null);
  const id = useId();
  const ready = form.state === "found" && form.items.length > 0 && reason.trim() !== "";
  const send = async () => {
    setBusy(true);
    const outcome = await callAction(() =>
      pivot({
        text: form.text,
        items: form.items.map(({ id: call, revision, digest }) => ({ id: call, revision, digest })),
        freeze: form.freeze.map(({ agentId }) => agentId),
        deny: form.deny,
        reason: reason.trim(),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
    );
    setBusy(false);
    if (outcome.ok) {
      setResult(outcome.value);
      onDone?.();
    } else {
      toast.error(outcome.message);
    }
    await client.invalidateQueries();
  };
  if (result) return <PivotResult result={result} open={open} onOpenChange={onOpenChange} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Injection suspected"
      description="Find every waiting call that carries the same text, and end them together."
      footer={
        <>
          <Button size="lg" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button tone="danger-fill" size="lg" disabled={!ready} busy={busy} onClick={() => void send()}>
            {form.items.length === 1 ? "Reject 1 call" : `Reject ${form.items.length} calls`}
            {form.freeze.length > 0 &&
              `, stop ${form.freeze.length === 1 ? "1 agent" : `${form.freeze.length} agents`}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field
          label="Text"
          htmlFor={`${id}-text`}
          hint="In any value or name; case, width and invisible characters do not matter."
        >
          <Input
            id={`${id}-text`}
            value={form.text}
            maxLength={500}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => form.setText(event.target.value)}
          />
        </Field>
        <p aria-live="polite" className="text-sm text-ink-2">
          {form.state === "short" && "At least 4 characters."}
          {form.state === "looking" && "Looking …"}
          {form.state === "failed" && form.refusal}
          {form.found && foundWords(form.found, form.groups.length)}
        </p>
        <SharingList form={form} />
        {form.items.length > 0 && (
          <div className="grid gap-1">
            <label className="flex items-start gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                className="mt-1"
                checked={form.deny}
                onChange={(event) => form.setDeny(event.target.checked)}
              />
              <span>
                Refuse calls with this text from now on: every agent,{" "}
                {form.versions === 1 ? "this tool" : `these ${form.versions} tools`}, 30 days
              </span>
            </label>
            {form.deny && <DenialPreview text={form.text} items={form.items} />}
          </div>
        )}
        <Field label="Reason" htmlFor={`${id}-reason`} hint="Sent to the agents.">
          <TextArea
            id={`${id}-reason`}
            value={reason}
            maxLength={2000}
            required
            className="min-h-14"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Field label="Note" htmlFor={`${id}-note`} hint="Stays among people.">
          <TextArea
            id={`${id}-note`}
            value={note}
            maxLength={2000}
            className="min-h-10"
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

function foundWords({ total, looked, waiting, others, items }: Sharing, agents: number): string {
  const long = looked < waiting ? ` ${waiting - looked} long ones were not looked through in time.` : "";
  const unread = others > 0 ? ` Actions and team runs were not looked through: ${others} of them wait.` : "";
  const left = `${long}${unread}`;
  if (total === 0) return `No ${long ? "other " : ""}waiting call carries it.${left}`;
  const who = agents === 1 ? "one agent" : `${agents} agents`;
  const what = total === 1 ? "1 waiting call" : `${total.toLocaleString("en-GB")} waiting calls`;
  const rest = items.length < total ? ` The first ${items.length} go together; come back for the rest.` : "";
  return `${what} of ${who} ${total === 1 ? "carries" : "carry"} it.${rest}${left}`;
}
