"use client";
import { useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { clientName } from "#components/settings/client-name.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { OwnSession } from "#lib/sessions/list-own-sessions.ts";

interface SessionsTabProps {
  sessions: readonly OwnSession[];
  currentId: string;
  end: (input: { id?: string }) => Promise<Outcome<unknown>>;
}

/** Where you are signed in. Ending one acts at its next request. */
export function SessionsTab({ sessions, currentId, end }: SessionsTabProps) {
  const [busy, start] = useTransition();
  const endOther = (id: string) =>
    start(async () => {
      const outcome = await callAction(() => end({ id }));
      if (outcome.ok) toast.success("That session is over.");
      else toast.error(outcome.message);
    });
  return (
    <Section title="Your sessions" note="a session ends after 30 minutes without use, or 12 hours in all">
      <Table label="Your sessions">
        <Head>
          <HeadCell>Browser</HeadCell>
          <HeadCell wide>Signed in</HeadCell>
          <HeadCell>Last seen</HeadCell>
          <HeadCell right>{""}</HeadCell>
        </Head>
        <tbody>
          {sessions.map((session) => (
            <Row key={session.id}>
              <Cell>
                <span title={session.client}>{clientName(session.client)}</span>{" "}
                {session.id === currentId && <Chip tone="accent">this one</Chip>}
              </Cell>
              <Cell wide className="text-ink-2">
                <Ago at={session.createdAt} />
              </Cell>
              <Cell className="text-ink-2">
                <Ago at={session.lastSeenAt} />
              </Cell>
              <Cell right>
                {session.id !== currentId && (
                  <Button size="sm" tone="danger" disabled={busy} onClick={() => endOther(session.id)}>
                    End
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
