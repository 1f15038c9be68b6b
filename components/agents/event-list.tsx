import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { AgentEvent } from "#lib/agents/queries/list-agent-events.ts";
import { eventWords } from "./event-words.ts";

/** The agent's part of the stream: in words for people, and each as it is sent to copy. */
export function EventList({ events }: { events: readonly AgentEvent[] }) {
  if (events.length === 0)
    return <p className="rounded-md border bg-panel px-3 py-2.5 text-ink-2">Nothing has happened yet.</p>;
  return (
    <Table label="Events of this agent">
      <Head>
        <HeadCell className="w-28">When</HeadCell>
        <HeadCell>What happened</HeadCell>
        <HeadCell wide>To</HeadCell>
        <HeadCell wide>Event</HeadCell>
      </Head>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="whitespace-nowrap align-top! text-ink-2">
              <Ago at={event.at} />
            </Cell>
            <Cell className="align-top!">
              <VisibleText text={eventWords(event)} />
              <span className="block text-sm md:hidden">
                <Subject event={event} />
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap align-top!">
              <Subject event={event} />
            </Cell>
            <Cell wide className="whitespace-nowrap align-top! text-ink-2">
              <code className="text-xs">{event.type}</code> <CopyButton text={asSent(event)} label="Copy the event" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function asSent({ id, type, at, subject, data }: AgentEvent): string {
  return JSON.stringify({ id, type, at, subject, data });
}

/** What it happened to, by the name that people have for it. */
function Subject({ event: { type, subject, tool, data } }: { event: AgentEvent }) {
  const short = subject.slice(0, 13);
  if (type.startsWith("tool_invocation_"))
    return (
      <Door href={`/invocations/${subject}`}>
        {tool && `${tool} · `}
        {short}
      </Door>
    );
  if (data.kind === "team_run" || data.kind === "action")
    return (
      <Door href={`/approvals?${type === "review_decided" ? "tab=history&" : ""}id=${subject}&kind=${data.kind}`}>
        {short}
      </Door>
    );
  return <span className="text-ink-3">–</span>;
}

function Door({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="font-mono text-xs text-accent underline">
      {children}
    </Link>
  );
}
