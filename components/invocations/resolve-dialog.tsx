"use client";
import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Resolution } from "#lib/invocations/read-lost-run.ts";
import type { ResolvedAs } from "#lib/invocations/resolve-unknown.ts";

interface ResolveDialogProps {
  outcome: ResolvedAs;
  effect: string;
  resolution: Resolution | null;
  refusal: string | undefined;
  busy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
}

interface Words {
  readonly title: string;
  readonly told: string;
  readonly wrong: string;
  readonly send: string;
  readonly example: string;
}

const WORDS: Record<ResolvedAs, Words> = {
  completed: {
    title: "It took effect?",
    told: "The agent will be told that it completed and will not ask again.",
    wrong: "If you are wrong, it never happens, and nobody hears of it.",
    send: "It took effect",
    example: "The bank shows transfer 4711 with this key, booked at 14:02.",
  },
  failed: {
    title: "It did not take effect?",
    told: "The agent will be told that it failed and may ask again.",
    wrong: "If you are wrong, it happens a second time.",
    send: "It did not",
    example: "Nothing with this key at the bank an hour later; the balance is unchanged.",
  },
};

/** One step that states what follows, and a reason that the agent reads. */
export function ResolveDialog({ outcome, effect, resolution, refusal, busy, onSend, onClose }: ResolveDialogProps) {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const words = WORDS[outcome];
  const ready = reason.trim() !== "" && !busy;
  if (resolution) return <ResolvedMeanwhile resolution={resolution} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={field}
      title={words.title}
      description={<VisibleText text={effect} />}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={outcome === "failed" ? "danger-fill" : "primary"}
            size="lg"
            disabled={!ready}
            busy={busy}
            onClick={() => onSend(reason.trim())}
          >
            {words.send}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Callout tone="medium" title={words.told}>
          <b className="font-medium text-ink">{words.wrong}</b>
        </Callout>
        <Field
          label="How do you know?"
          htmlFor={id}
          hint="Sent to the agent and kept in the audit log."
          error={refusal}
        >
          <TextArea
            ref={field}
            id={id}
            value={reason}
            maxLength={2000}
            required
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? `${id}-error` : undefined}
            placeholder={`For example: ${words.example}`}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && ready) onSend(reason.trim());
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}

/** Somebody was faster. News, not an error; what was typed is not sent. */
function ResolvedMeanwhile({ resolution, onClose }: { resolution: Resolution; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This was resolved meanwhile"
      description={
        <>
          {resolution.by} said <Ago at={resolution.at} /> that it{" "}
          {resolution.outcome === "completed" ? "took effect" : "did not take effect"}. Your answer was not sent.
        </>
      }
      footer={
        <Button tone="primary" size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <blockquote className="border-l-2 border-line-strong pl-3">
        <VisibleText text={resolution.reason} />
      </blockquote>
    </Dialog>
  );
}
