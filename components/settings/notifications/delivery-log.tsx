import { Send } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import type { DeliveryItem } from "#lib/notifications/list-deliveries.ts";
import { DELIVERY_STATES, MOST_ATTEMPTS } from "#lib/notifications/vocabulary.ts";
import { NEWS_WORDS } from "./channel-words.ts";

interface DeliveryLogProps {
  items: readonly DeliveryItem[];
  channels: readonly { readonly id: string; readonly name: string }[];
  filtered: boolean;
  pages: { readonly first?: string; readonly next?: string };
}

/** What was sent where, and how it went. Kept for 30 days. */
export function DeliveryLog({ items, channels, filtered, pages }: DeliveryLogProps) {
  return (
    <Section
      title="Deliveries"
      note={`of the last 30 days; tried up to ${MOST_ATTEMPTS} times, at longer and longer intervals`}
      action={
        <span className="flex flex-wrap gap-2">
          <FilterSelect
            name="state"
            label="State"
            options={DELIVERY_STATES.map((state) => ({ value: state, label: state }))}
          />
          <FilterSelect
            name="channel"
            label="Channel"
            options={channels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </span>
      }
    >
      {items.length === 0 ? (
        <div className="rounded-md border bg-panel">
          <EmptyState icon={<Send size={22} />} title={filtered ? "None of these" : "Nothing was sent yet"}>
            {filtered
              ? "Choose another state or channel."
              : "Every message appears here, even one that did not arrive."}
          </EmptyState>
        </div>
      ) : (
        <>
          <Table label="Deliveries">
            <Head>
              <HeadCell>State</HeadCell>
              <HeadCell>News</HeadCell>
              <HeadCell wide>Channel</HeadCell>
              <HeadCell wide>Tries</HeadCell>
              <HeadCell right>When</HeadCell>
            </Head>
            <tbody>
              {items.map((item) => (
                <DeliveryRow key={item.id} item={item} />
              ))}
            </tbody>
          </Table>
          <Pager {...pages} shown={items.length} />
        </>
      )}
    </Section>
  );
}

function DeliveryRow({ item }: { item: DeliveryItem }) {
  return (
    <Row>
      <Cell className="max-w-72">
        <StateMark state={item.state} />
        {item.lastError && <span className="block text-sm text-ink-2">{item.lastError}</span>}
      </Cell>
      <Cell>
        {NEWS_WORDS[item.news]}
        <About item={item} />
      </Cell>
      <Cell wide>
        {item.channel}
        {item.recipients.length > 0 && (
          <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">{item.recipients.join(", ")}</span>
        )}
      </Cell>
      <Cell wide className="figures">
        {item.attempts}
        {item.nextAt && item.attempts > 0 && (
          <span className="text-sm text-ink-2">
            , again in <Countdown until={item.nextAt} calm />
          </span>
        )}
      </Cell>
      <Cell right className="text-ink-2">
        <Ago at={item.createdAt} />
      </Cell>
    </Row>
  );
}

/** Which call or question it was about. */
function About({ item: { tool, agent, count, subjectKind, subjectId } }: { item: DeliveryItem }) {
  const words = [count > 1 ? `${count} calls` : undefined, tool, agent].filter((word) => word != null).join(" · ");
  if (words === "") return null;
  return (
    <span className="block text-sm text-ink-2">
      {subjectKind === "invocation" && subjectId && count === 1 ? (
        <Link href={`/invocations/${subjectId}`} prefetch={false} className="hover:underline">
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  );
}
