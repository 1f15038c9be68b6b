"use client";
import { useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface ConfirmRevokeProps {
  keyId: string;
  name: string;
  revoke: (input: { keyId: string }) => Promise<Outcome<unknown>>;
}

export function ConfirmRevoke({ keyId, name, revoke }: ConfirmRevokeProps) {
  const [open, setOpen] = useState(false);
  const [busy, start] = useTransition();
  const act = () =>
    start(async () => {
      const outcome = await callAction(() => revoke({ keyId }));
      if (outcome.ok) toast.success(`The key “${name}” is revoked.`);
      else toast.error(outcome.message);
      setOpen(false);
    });
  return (
    <>
      <Button size="sm" tone="danger" onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Revoke “${name}”?`}
        description="The next request that uses it is refused. This cannot be undone."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="danger-fill" busy={busy} onClick={act}>
              Revoke
            </Button>
          </>
        }
      />
    </>
  );
}
