"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#components/approvals/decision/use-one-at-a-time.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";

interface SaveViewDialogProps {
  onClose: () => void;
  query: string;
  name: string;
  shared: boolean;
}

export function SaveViewDialog({ onClose, query, ...before }: SaveViewDialogProps) {
  const client = useQueryClient();
  const actions = useInboxActions();
  const [name, setName] = useState(before.name);
  const [shared, setShared] = useState(before.shared);
  const [busy, run] = useOneAtATime();
  const save = () =>
    void run(async () => {
      const outcome = await callAction(() => actions.saveView({ name, query, shared }));
      if (!outcome.ok) {
        toast.error(outcome.message);
        return;
      }
      toast.success(`The view “${name.trim()}” is saved${shared ? " and shared" : ""}.`);
      onClose();
      await client.invalidateQueries({ queryKey: ["inbox-views"] });
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save this view"
      description="The filter, the search and the tab under a name. A name that you have used already is replaced."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy} disabled={name.trim() === ""} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Name" htmlFor="view-name">
          <Input
            id="view-name"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && name.trim() !== "") save();
            }}
          />
        </Field>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
            className="size-3.5 accent-accent"
          />
          Share it with everybody
        </label>
      </div>
    </Dialog>
  );
}
