"use client";
import { useRouter } from "next/navigation";
import { useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field, Input, Select } from "#components/ui/field.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { toast } from "#components/ui/toast.ts";
import type { RosterEntry } from "#lib/approvals/attention/roster.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Decider } from "./escalation-tab.tsx";

export type SetRosterAction = (input: { roster: RosterEntry[]; reason: string }) => Promise<Outcome<unknown>>;

interface RosterFormProps {
  deciders: readonly Decider[];
  roster: readonly RosterEntry[];
  set: SetRosterAction | null;
}

const WORDS = { "": "not called", "1": "at half of the time", "2": "at four fifths" } as const;

/** One choice a person; saved as a whole, because a roster is only right or wrong as a whole. */
export function RosterForm({ deciders, roster, set }: RosterFormProps) {
  const router = useRouter();
  const [steps, setSteps] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(roster.map(({ personId, step }) => [personId, String(step)])),
  );
  const [reason, setReason] = useState("");
  const [busy, start] = useTransition();
  const id = useId();
  const chosen = deciders.flatMap(({ id: personId }): RosterEntry[] => {
    const step = steps[personId];
    return step === "1" ? [{ personId, step: 1 }] : step === "2" ? [{ personId, step: 2 }] : [];
  });
  const reachesNobody = !chosen.some(({ step }) => step === 1);
  if (deciders.length === 0)
    return <EmptyState title="Nobody may vote yet">Invite operators or reviewers under People and roles.</EmptyState>;
  const save = (act: SetRosterAction) =>
    start(async () => {
      const outcome = await callAction(() => act({ roster: chosen, reason: reason.trim() }));
      if (!outcome.ok) {
        toast.error(outcome.message);
        return;
      }
      toast.success("The roster holds from now on.");
      setReason("");
      router.refresh();
    });
  return (
    <div className="grid gap-3">
      <Table label="Escalation roster">
        <Head>
          <HeadCell>Person</HeadCell>
          <HeadCell wide>Role</HeadCell>
          <HeadCell className="w-56 max-md:w-44">Called</HeadCell>
        </Head>
        <tbody>
          {deciders.map(({ id: personId, name, role }) => (
            <Row key={personId}>
              <Cell>{name}</Cell>
              <Cell wide>{role}</Cell>
              <Cell>
                {set ? (
                  <Select
                    aria-label={`When ${name} is called`}
                    value={steps[personId] ?? ""}
                    onChange={(event) => setSteps({ ...steps, [personId]: event.target.value })}
                  >
                    {Object.entries(WORDS).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </Select>
                ) : (
                  WORDS[(steps[personId] ?? "") as keyof typeof WORDS]
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {set && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-64">
            <Field
              label="Reason"
              htmlFor={id}
              hint={reachesNobody ? "Somebody has to be called at half of the time." : "Kept in the audit log."}
            >
              <Input id={id} value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
            </Field>
          </div>
          <Button
            tone="primary"
            className="mb-6"
            busy={busy}
            disabled={reason.trim() === "" || reachesNobody}
            onClick={() => save(set)}
          >
            Save the roster
          </Button>
        </div>
      )}
    </div>
  );
}
