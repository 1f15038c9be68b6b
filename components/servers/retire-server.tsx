"use client";
import { useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface RetireServerProps {
  serverId: string;
  name: string;
  /** Tools that go with it. */
  tools: number;
  retire: (input: { serverId: string; reason: string }) => Promise<Outcome<unknown>>;
}

/** For good, with everything that was imported: so it takes the name, typed, and a reason. */
export function RetireServer({ serverId, name, tools, retire }: RetireServerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const id = useId();
  const ready = typed === name && reason.trim() !== "";
  const confirm = () =>
    start(async () => {
      const outcome = await callAction(() => retire({ serverId, reason: reason.trim() }));
      if (!outcome.ok) return setRefusal(outcome.message);
      toast.success(`${name} is retired.`);
      setOpen(false);
    });
  return (
    <>
      <Button size="sm" tone="danger" onClick={() => setOpen(true)}>
        Retire
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Retire ${name} for good`}
        description={`${toolsWords(tools)} Calls that wait are denied. Its name stays taken, and its history is kept.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="danger-fill" disabled={!ready} busy={busy} onClick={confirm}>
              Retire {name}
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <Field label="Reason" htmlFor={`${id}-reason`} hint="Kept in the audit log.">
            <TextArea
              id={`${id}-reason`}
              value={reason}
              maxLength={2000}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <Field
            label="Type the server's name"
            htmlFor={`${id}-name`}
            hint={
              <>
                Type <code className="text-xs">{name}</code> to go on.
              </>
            }
          >
            <Input
              id={`${id}-name`}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <p role="alert" className="text-sm text-bad empty:hidden">
            {refusal}
          </p>
        </div>
      </Dialog>
    </>
  );
}

function toolsWords(tools: number): string {
  if (tools === 0) return "Nothing was imported from it.";
  return tools === 1 ? "Its one imported tool is retired with it." : `Its ${tools} imported tools are retired with it.`;
}
