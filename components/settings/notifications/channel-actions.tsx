"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ChannelChange } from "#lib/notifications/channels/change-channel.ts";
import type { ChannelItem } from "#lib/notifications/channels/list-channels.ts";
import type { News } from "#lib/notifications/vocabulary.ts";
import { ChannelFields, readChoices } from "./channel-fields.tsx";

type Change = Omit<ChannelChange, "news"> & { news: News[] };

export interface ChannelActionSet {
  change: (input: Change) => Promise<Outcome<unknown>>;
  retire: (input: { id: string; reason: string }) => Promise<Outcome<unknown>>;
  test: (input: { id: string }) => Promise<Outcome<unknown>>;
}

/** What an admin does with one channel. */
export function ChannelActions({ channel, actions }: { channel: ChannelItem; actions: ChannelActionSet }) {
  const router = useRouter();
  const [changing, setChanging] = useState(false);
  const [busy, start] = useTransition();
  const { id, name, leastTier, enabled } = channel;
  const act = (run: () => Promise<Outcome<unknown>>, done: string) =>
    start(async () => {
      const outcome = await callAction(run);
      if (outcome.ok) toast.success(done);
      else toast.error(outcome.message);
      router.refresh();
    });
  return (
    <span className="inline-flex justify-end gap-1.5 max-lg:flex-wrap">
      <Button
        size="sm"
        busy={busy}
        aria-label={`Send a test to ${name}`}
        onClick={() => act(() => actions.test({ id }), "A test is on its way; the log below says how it went.")}
      >
        Send test
      </Button>
      <Button
        size="sm"
        aria-label={`Turn ${name} ${enabled ? "off" : "on"}`}
        onClick={() =>
          act(
            () => actions.change({ id, name, news: [...channel.news], leastTier, enabled: !enabled }),
            `${name} is ${enabled ? "off" : "on"}.`,
          )
        }
      >
        {enabled ? "Turn off" : "Turn on"}
      </Button>
      <Button size="sm" aria-label={`Change ${name}`} onClick={() => setChanging(true)}>
        Change
      </Button>
      <ConfirmWithReason
        label="Retire"
        title={`Retire ${name}?`}
        description="Nothing is sent there any more. Its sealed address and key are removed; this cannot be undone."
        danger
        done={`${name} is retired.`}
        act={(reason) => actions.retire({ id, reason })}
      />
      {changing && <ChangeDialog channel={channel} change={actions.change} onClose={() => setChanging(false)} />}
    </span>
  );
}

interface ChangeDialogProps {
  channel: ChannelItem;
  change: ChannelActionSet["change"];
  onClose: () => void;
}

function ChangeDialog({ channel, change, onClose }: ChangeDialogProps) {
  const router = useRouter();
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choices = readChoices(new FormData(event.currentTarget));
    start(async () => {
      const { id, enabled } = channel;
      const outcome = await callAction(() => change({ id, enabled, ...choices, news: [...choices.news] }));
      if (!outcome.ok) return setRefusal(outcome.message);
      toast.success(`${choices.name} is changed.`);
      onClose();
      router.refresh();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change ${channel.name}`}
      description="Where it goes cannot be changed: add another channel for that, and retire this one."
    >
      <form onSubmit={submit} className="grid gap-3 pb-3 text-left">
        <ChannelFields start={channel} />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {refusal}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={busy}>
            Change
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
