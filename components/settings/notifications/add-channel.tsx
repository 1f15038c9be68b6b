"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { AddedChannel, ChannelTarget, NewChannel } from "#lib/notifications/channels/add-channel.ts";
import { AUDIENCES, type Audience, CHANNEL_KINDS, type ChannelKind } from "#lib/notifications/vocabulary.ts";
import { ChannelFields, readChoices } from "./channel-fields.tsx";
import { AUDIENCE_WORDS, KIND_WORDS } from "./channel-words.ts";

export type AddChannelAction = (input: NewChannelInput) => Promise<Outcome<AddedChannel>>;
type NewChannelInput = Omit<NewChannel, "news"> & { news: NewChannel["news"][number][] };

interface AddChannelProps {
  add: AddChannelAction;
  /** The key that signs a webhook's messages, the one time that it is shown. */
  onKey: (key: string) => void;
}

export function AddChannel({ add, onKey }: AddChannelProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Add a channel
      </Button>
      {open && <AddDialog add={add} onKey={onKey} onClose={() => setOpen(false)} />}
    </>
  );
}

const START = { name: "", news: ["approval_required", "escalated", "expired", "unknown"], leastTier: "low" } as const;

function AddDialog({ add, onKey, onClose }: AddChannelProps & { onClose: () => void }) {
  const router = useRouter();
  const [kind, setKind] = useState<ChannelKind>("webhook");
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const choices = readChoices(form);
    start(async () => {
      const outcome = await callAction(() =>
        add({ ...choices, news: [...choices.news], target: readTarget(kind, form) }),
      );
      if (!outcome.ok) return setRefusal(outcome.message);
      toast.success(`${choices.name} is added. Send a test to see that it works.`);
      if (outcome.value.signingKey) onKey(outcome.value.signingKey);
      onClose();
      router.refresh();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a channel"
      description="Messages say which tool, which agent, which tier and until when, with a link. Never arguments, and nothing in them approves."
    >
      <form onSubmit={submit} className="grid gap-3 pb-3">
        <Field label="Kind" htmlFor={`${id}-kind`}>
          <Select id={`${id}-kind`} value={kind} onChange={(event) => setKind(event.target.value as ChannelKind)}>
            {CHANNEL_KINDS.map((each) => (
              <option key={each} value={each}>
                {KIND_WORDS[each]}
              </option>
            ))}
          </Select>
        </Field>
        {kind === "email" ? <MailFields id={id} /> : <WebFields key={kind} id={id} kind={kind} />}
        <ChannelFields start={START} />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {refusal}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={busy}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function readTarget(kind: ChannelKind, form: FormData): ChannelTarget {
  if (kind !== "email") return { kind, url: String(form.get("url")).trim() };
  const audience = AUDIENCES.find((each) => each === form.get("audience")) ?? "target";
  return audience === "target" ? { kind, audience, address: String(form.get("address")).trim() } : { kind, audience };
}

function WebFields({ id, kind }: { id: string; kind: "webhook" | "slack" }) {
  return (
    <Field
      label="Address"
      htmlFor={`${id}-url`}
      hint={
        kind === "webhook"
          ? "https:// only. Sealed to the housekeeper; only its host is shown again. The key that signs is shown once."
          : "The incoming-webhook address. Sealed to the housekeeper; only its host is shown again."
      }
    >
      <Input
        id={`${id}-url`}
        name="url"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        className="font-mono"
      />
    </Field>
  );
}

function MailFields({ id }: { id: string }) {
  const [audience, setAudience] = useState<Audience>("target");
  return (
    <>
      <Field label="To" htmlFor={`${id}-audience`} hint="The housekeeper's AIRLOCK_SMTP_URL sends it.">
        <Select
          id={`${id}-audience`}
          name="audience"
          value={audience}
          onChange={(event) => setAudience(event.target.value as Audience)}
        >
          {AUDIENCES.map((each) => (
            <option key={each} value={each}>
              {AUDIENCE_WORDS[each]}
            </option>
          ))}
        </Select>
      </Field>
      {audience === "target" && (
        <Field label="Mail address" htmlFor={`${id}-address`}>
          <Input id={`${id}-address`} name="address" type="email" required maxLength={120} autoComplete="off" />
        </Field>
      )}
    </>
  );
}
