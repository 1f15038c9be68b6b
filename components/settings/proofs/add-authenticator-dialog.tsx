"use client";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { CodeForm } from "#components/step-up/code-form.tsx";
import type { ProofsActions } from "#components/step-up/proof-actions.ts";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { ShownSeed } from "#lib/step-up/enrol-authenticator.ts";
import { ProofGate } from "./proof-gate.tsx";
import { QrCode } from "./qr-code.tsx";

export function AddAuthenticatorDialog({ actions, onClose }: { actions: ProofsActions; onClose: () => void }) {
  const [seed, setSeed] = useState<ShownSeed>();
  const [problem, setProblem] = useState<string>();
  const show = async (stepUp: string) => {
    const outcome = await callAction(() => actions.enrolAuthenticator({ stepUp }));
    if (outcome.ok) setSeed(outcome.value);
    else setProblem(outcome.message);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up an authenticator app"
      description="Its codes confirm financial calls. For privileged ones only a passkey is enough."
    >
      {problem && (
        <div role="alert" className="pb-3">
          <Callout tone="bad" title={problem} />
        </div>
      )}
      {seed ? (
        <FirstCode seed={seed} confirm={actions.confirmAuthenticator} onClose={onClose} />
      ) : (
        !problem && <ProofGate actions={actions} onProved={({ id }) => void show(id)} />
      )}
    </Dialog>
  );
}

interface FirstCodeProps {
  readonly seed: ShownSeed;
  readonly confirm: ProofsActions["confirmAuthenticator"];
  readonly onClose: () => void;
}

/** The seed, this once, and the first code of the app that has it. */
function FirstCode({ seed, confirm, onClose }: FirstCodeProps) {
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [busy, start] = useTransition();
  const send = (code: string) =>
    start(async () => {
      const outcome = await callAction(() => confirm({ code }));
      if (!outcome.ok) return setProblem(outcome.message);
      toast.success("The authenticator app is yours.");
      onClose();
      router.refresh();
    });
  return (
    <div className="grid gap-3 pb-3">
      <p className="text-ink-2">Scan this with the app, or type the letters. It is not shown again.</p>
      <div className="flex flex-wrap items-center gap-3">
        <QrCode text={seed.uri} label="Code for your authenticator app" />
        <span className="flex min-w-40 flex-1 items-center gap-2 rounded-md border bg-inset px-2 py-1.5 font-mono text-sm [overflow-wrap:anywhere]">
          {seed.letters.replace(/(.{4})(?=.)/g, "$1 ")}
          <CopyButton text={seed.letters} label="Copy the letters" />
        </span>
      </div>
      {problem && (
        <div role="alert">
          <Callout tone="bad" title={problem} />
        </div>
      )}
      <CodeForm label="The code that the app shows now" submit="Confirm" busy={busy} onCode={send} />
    </div>
  );
}
