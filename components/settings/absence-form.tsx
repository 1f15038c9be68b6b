"use client";
import { useRouter } from "next/navigation";
import { useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input, Select } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Decider } from "./escalation-tab.tsx";

export type BeginAbsenceAction = (input: {
  toPerson: string;
  startsAt: string;
  endsAt: string;
}) => Promise<Outcome<unknown>>;

/** Who stands in while one is away. The times are those of the person who types them. */
export function AbsenceForm({ deciders, begin }: { deciders: readonly Decider[]; begin: BeginAbsenceAction }) {
  const router = useRouter();
  const [to, setTo] = useState("");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [busy, start] = useTransition();
  const id = useId();
  const act = () =>
    start(async () => {
      const startsAt = from === "" ? new Date() : new Date(from);
      const outcome = await callAction(() =>
        begin({ toPerson: to, startsAt: startsAt.toISOString(), endsAt: new Date(until).toISOString() }),
      );
      if (!outcome.ok) {
        toast.error(outcome.message);
        return;
      }
      toast.success("What is assigned to you goes to them meanwhile.");
      setTo("");
      setFrom("");
      setUntil("");
      router.refresh();
    });
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <div className="basis-48 max-md:basis-full">
        <Field label="Stands in for me" htmlFor={`${id}-to`}>
          <Select id={`${id}-to`} value={to} onChange={(event) => setTo(event.target.value)}>
            <option value="">Choose a person</option>
            {deciders.map(({ id: personId, name }) => (
              <option key={personId} value={personId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="basis-52 max-md:basis-full">
        <Field label="From (now if empty)" htmlFor={`${id}-from`}>
          <Input
            id={`${id}-from`}
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
      </div>
      <div className="basis-52 max-md:basis-full">
        <Field label="Until" htmlFor={`${id}-until`}>
          <Input
            id={`${id}-until`}
            type="datetime-local"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </Field>
      </div>
      <Button tone="primary" disabled={to === "" || until === ""} busy={busy} onClick={act}>
        I will be away
      </Button>
    </div>
  );
}
