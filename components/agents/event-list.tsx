import Link from "next/link";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { AgentEvent } from "#lib/agents/queries/list-agent-events.ts";

/** The agent's part of the stream, as it is sent. */
export function EventList({ events }: { events: readonly AgentEvent[] }) {
  if (events.length === 0)
    return <p className="rounded-md border bg-panel px-3 py-2.5 text-ink-2">Nothing has happened yet.</p>;
  return (
    <Table label="Events of this agent">
      <Head>
        <HeadCell>When</HeadCell>
        <HeadCell>Event</HeadCell>
        <HeadCell wide>Of</HeadCell>
        <HeadCell wide>Says</HeadCell>
      </Head>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="whitespace-nowrap text-ink-2">
              <Ago at={event.at} />
            </Cell>
            <Cell>
              <code className="text-sm">{event.type}</code>
              <span className="block md:hidden">
                <Subject event={event} />
              </span>
            </Cell>
            <Cell wide>
              <Subject event={event} />
            </Cell>
            <Cell wide className="max-w-120 text-sm text-ink-2 [overflow-wrap:anywhere]">
              <VisibleText text={JSON.stringify(event.data).slice(0, 400)} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Subject({ event: { type, subject } }: { event: AgentEvent }) {
  const short = subject.slice(0, 13);
  if (!type.startsWith("tool_invocation_")) return <code className="text-sm text-ink-2">{short}</code>;
  return (
    <Link href={`/invocations/${subject}`} prefetch={false} className="text-accent underline">
      <code className="text-sm">{short}</code>
    </Link>
  );
}
