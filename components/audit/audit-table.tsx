import { ScrollText } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import type { AuditItem } from "#lib/audit/queries/list-audit-entries.ts";
import { ActorName } from "./actor-name.tsx";
import { SubjectLink } from "./subject-link.tsx";

/** Entries of the log. Lane and number are an entry's place in its chain, the hash its proof. */
export function AuditTable({ items, withSubject = true }: { items: readonly AuditItem[]; withSubject?: boolean }) {
  if (items.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<ScrollText size={22} />} title="No entries">
          Nothing on record matches.
        </EmptyState>
      </div>
    );
  }
  return (
    <Table label="Audit entries">
      <Head>
        <HeadCell className="w-40">At</HeadCell>
        <HeadCell>Action</HeadCell>
        <HeadCell wide>Actor</HeadCell>
        {withSubject && <HeadCell wide>Subject</HeadCell>}
        <HeadCell wide right className="w-28">
          Lane · no.
        </HeadCell>
        <HeadCell wide className="w-40">
          Hash
        </HeadCell>
      </Head>
      <tbody>
        {items.map((item) => (
          <Row key={`${item.lane}-${item.seq}`}>
            <Cell className="text-ink-2">
              <ClockTime at={item.at} form="date" />
            </Cell>
            <Cell className="max-md:[overflow-wrap:anywhere]">
              <RowLink href={`/audit/${item.lane}-${item.seq}`} className="font-mono text-sm">
                {item.action}
              </RowLink>
              <span className="block text-sm text-ink-2 md:hidden">
                <ActorName actor={item.actor} name={item.actorName} />
              </span>
            </Cell>
            <Cell wide>
              <span className="block max-w-64 truncate">
                <ActorName actor={item.actor} name={item.actorName} />
              </span>
            </Cell>
            {withSubject && (
              <Cell wide>
                <SubjectLink subject={item.subject} />
              </Cell>
            )}
            <Cell wide right className="figures whitespace-nowrap text-ink-2">
              {item.lane} · {item.seq.toLocaleString("en-GB")}
            </Cell>
            <Cell wide className="text-ink-2">
              <Hash value={item.hash} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
