"use client";
import { Fingerprint } from "lucide-react";
import { useRef } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { ProofMethod, ProvenItem } from "#lib/step-up/proof-method.ts";
import { CodeForm } from "./code-form.tsx";
import type { StepUpActions } from "./proof-actions.ts";
import { useItemProof } from "./use-item-proof.ts";

interface StepUpDialogProps {
  readonly item: ProvenItem;
  readonly actions: StepUpActions;
  readonly onAnswer: (stepUp: string | null) => void;
}

/** Asks for a proof, for this one item. Closing it gives up the proof and nothing else. */
export function StepUpDialog({ item, actions, onAnswer }: StepUpDialogProps) {
  const { asked, problem, busy, begin, passkey, code } = useItemProof(item, actions, onAnswer);
  const field = useRef<HTMLInputElement>(null);
  const methods = asked?.methods ?? [];
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(null)}
      initialFocus={field}
      title="Prove that it is you"
      description="Counts for this item only, once, within a minute."
      footer={<Button onClick={() => onAnswer(null)}>Cancel</Button>}
    >
      <div className="grid gap-3" aria-busy={busy || undefined}>
        {problem && (
          <div role="alert">
            <Callout tone="bad" title={problem} />
          </div>
        )}
        {!asked && !problem && <p className="text-ink-2">One moment…</p>}
        {!asked && problem && <Button onClick={begin}>Try again</Button>}
        {asked && methods.length === 0 && <NothingSetUp allowed={asked.allowed} onRetry={begin} />}
        {methods.includes("passkey") && (
          <Button tone={methods.includes("totp") ? "plain" : "primary"} size="lg" busy={busy} onClick={passkey}>
            <Fingerprint size={16} aria-hidden /> Use your passkey
          </Button>
        )}
        {methods.includes("totp") && (
          <CodeForm
            field={field}
            label={
              methods.includes("passkey") ? "Or a code of your authenticator app" : "Code of your authenticator app"
            }
            submit="Confirm"
            busy={busy}
            onCode={code}
          />
        )}
      </div>
    </Dialog>
  );
}

const NAMES: Record<ProofMethod, string> = { passkey: "a passkey", totp: "an authenticator app" };

/** In a tab of its own, so that the card stays as it is. */
function NothingSetUp({ allowed, onRetry }: { allowed: readonly ProofMethod[]; onRetry: () => void }) {
  return (
    <Callout
      tone="high"
      title={`This takes ${allowed.map((method) => NAMES[method]).join(" or ")}, and you have none set up.`}
    >
      <span className="mt-2 flex flex-wrap gap-2">
        <a href="/settings?tab=proofs" target="_blank" rel="noopener" className={buttonClasses("primary", "sm")}>
          Set it up in Settings → Passkeys and codes
        </a>
        <Button size="sm" onClick={onRetry}>
          I have done that
        </Button>
      </span>
    </Callout>
  );
}
