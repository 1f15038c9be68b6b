"use client";
import { useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";

export interface ReviewWords {
  readonly reason: string;
  readonly note: string;
  readonly typedName: string;
}

interface ReviewDialogProps {
  decision: "approve" | "reject" | null;
  onClose: () => void;
  tool: string;
  version: number;
  inForce: number | null;
  /** A yes needs the name typed. */
  typed: boolean;
  second: boolean;
  words: ReviewWords;
  onWords: (words: ReviewWords) => void;
  /** Why the last try was refused; what was typed is still there. */
  refusal: string | undefined;
  moved: boolean;
  busy: boolean;
  onSend: () => void;
}

/** A yes or a no to a version, with a reason. What was typed stays when the answer is refused. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { decision, tool, version, inForce, words, onWords, moved, refusal, busy } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const approve = decision === "approve";
  const needsName = approve && props.typed;
  const ready = words.reason.trim() !== "" && (!needsName || words.typedName === tool) && !moved;
  return (
    <Dialog
      open={decision !== null}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      initialFocus={field}
      title={approve ? `Approve v${version} of ${tool}` : `Reject v${version} of ${tool}`}
      description={consequence(props, approve)}
      footer={
        <>
          <Button onClick={props.onClose}>{moved ? "Look again" : "Cancel"}</Button>
          <Button
            tone={approve ? "primary" : "danger-fill"}
            size="lg"
            disabled={!ready}
            busy={busy}
            onClick={props.onSend}
          >
            {approve ? `Approve v${version}` : inForce ? `Reject, keep v${inForce}` : "Reject"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {refusal && (
          <Callout tone="bad" title={<b className="font-semibold">{moved ? "It moved: look again." : "Not done."}</b>}>
            {refusal}
          </Callout>
        )}
        <Field
          label="Reason"
          htmlFor={`${id}-reason`}
          hint="Kept with the version, for everybody who looks at it later."
        >
          <TextArea
            ref={field}
            id={`${id}-reason`}
            value={words.reason}
            maxLength={2000}
            required
            onChange={(event) => onWords({ ...words, reason: event.target.value })}
          />
        </Field>
        <Field label="Note" htmlFor={`${id}-note`} hint="Only in the audit log.">
          <TextArea
            id={`${id}-note`}
            value={words.note}
            maxLength={2000}
            className="min-h-12"
            onChange={(event) => onWords({ ...words, note: event.target.value })}
          />
        </Field>
        {needsName && (
          <Field
            label="Type the tool's name"
            htmlFor={`${id}-name`}
            hint={
              <>
                Much changed, or something was found: type <code className="text-xs">{tool}</code> to go on.
              </>
            }
          >
            <Input
              id={`${id}-name`}
              value={words.typedName}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => onWords({ ...words, typedName: event.target.value })}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}

function consequence({ version, inForce, second }: ReviewDialogProps, approve: boolean): string {
  if (!approve) {
    return inForce ? `v${inForce} stays the reviewed version. One no is final.` : "It never runs. One no is final.";
  }
  if (second) return `It takes two people; v${version} is in force once both have approved it.`;
  return inForce
    ? `v${version} takes the place of v${inForce}. Approvals and rules made for v${inForce} are void.`
    : `v${version} is put in force.`;
}
