"use client";
import { useQueryClient } from "@tanstack/react-query";
import { OctagonX, Play } from "lucide-react";
import { useRef, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import { useShellStatus } from "./use-shell-status.ts";

export interface KillSwitchProps {
  allowed: boolean;
  throwSwitch: (input: { reason: string }) => Promise<Outcome<unknown>>;
  releaseSwitch: (input: { id: string; reason: string }) => Promise<Outcome<unknown>>;
}

/** One click and one confirmation: nothing is decided to run and nothing is dispatched until somebody releases it. */
export function KillSwitch({ allowed, throwSwitch, releaseSwitch }: KillSwitchProps) {
  const { stopped } = useShellStatus();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, start] = useTransition();
  const client = useQueryClient();
  const confirm = useRef<HTMLButtonElement>(null);
  const act = () =>
    start(async () => {
      const why = reason.trim() || "No reason given.";
      const outcome = await callAction(() =>
        stopped ? releaseSwitch({ id: stopped.id, reason: why }) : throwSwitch({ reason: why }),
      );
      if (!outcome.ok) {
        toast.error(outcome.message);
        return;
      }
      setOpen(false);
      setReason("");
      toast.success(stopped ? "Calls are released." : "All calls are stopped.");
      await client.invalidateQueries();
    });
  return (
    <>
      <Button
        tone={stopped ? "danger-fill" : "danger"}
        size="sm"
        disabled={!allowed}
        title={allowed ? undefined : "Operators, reviewers and admins may use the kill switch."}
        onClick={() => setOpen(true)}
        className="max-md:h-9"
      >
        {stopped ? <Play size={14} aria-hidden /> : <OctagonX size={14} aria-hidden />}
        {stopped ? "Release" : "Stop all"}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        initialFocus={confirm}
        title={stopped ? "Release the kill switch?" : "Stop all calls?"}
        description={
          stopped
            ? `Stopped by ${stopped.by}: ${plainText(stopped.reason, 2000)}. Agents may ask again, and what is still valid goes on.`
            : "Every new call is refused, what waits for a dispatcher is cancelled, and what runs is killed. Operators, reviewers and admins can release it."
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button ref={confirm} tone={stopped ? "primary" : "danger-fill"} busy={busy} onClick={act}>
              {stopped ? "Release" : "Stop all"}
            </Button>
          </>
        }
      >
        <Field label="Reason" htmlFor="kill-reason" hint="Kept in the audit log.">
          <Input id="kill-reason" value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Dialog>
    </>
  );
}
