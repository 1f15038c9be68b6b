"use client";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Absence } from "#lib/approvals/attention/absences.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

interface AbsenceTableProps {
  absences: readonly Absence[];
  viewer: { readonly id: string; readonly isAdmin: boolean };
  end: (input: { id: string }) => Promise<Outcome<unknown>>;
}

export function AbsenceTable({ absences, viewer, end }: AbsenceTableProps) {
  const router = useRouter();
  const [busy, start] = useTransition();
  if (absences.length === 0) return <p className="text-ink-2">Nobody is away, and nobody will be.</p>;
  const act = (id: string) =>
    start(async () => {
      const outcome = await callAction(() => end({ id }));
      if (outcome.ok) toast.success("It has ended.");
      else toast.error(outcome.message);
      router.refresh();
    });
  return (
    <Table label="Absences">
      <Head>
        <HeadCell>Away</HeadCell>
        <HeadCell>Stands in</HeadCell>
        <HeadCell wide>From</HeadCell>
        <HeadCell>Until</HeadCell>
        <HeadCell right>
          <span className="sr-only">End</span>
        </HeadCell>
      </Head>
      <tbody>
        {absences.map(({ id, fromId, from, to, startsAt, endsAt }) => (
          <Row key={id}>
            <Cell>{from}</Cell>
            <Cell>{to}</Cell>
            <Cell wide>
              <ClockTime form="date" at={startsAt} />
            </Cell>
            <Cell>
              <ClockTime form="date" at={endsAt} />
            </Cell>
            <Cell right>
              {(fromId === viewer.id || viewer.isAdmin) && (
                <Button size="sm" busy={busy} onClick={() => act(id)}>
                  {fromId === viewer.id ? "I am back" : "End"}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
