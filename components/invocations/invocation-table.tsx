import { Activity } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { StageTicks } from "#components/stages/stage-ticks.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InvocationItem } from "#lib/invocations/list-invocations.ts";

interface InvocationTableProps {
  items: readonly InvocationItem[];
  /** The agent's or the tool's own page need not repeat its name. */
  without?: "agent" | "tool";
  empty: ReactNode;
}

/** Calls as rows: how they stand, what they do, where they are on their way. */
export function InvocationTable({ items, without, empty }: InvocationTableProps) {
  if (items.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<Activity size={22} />} title="No calls">
          {empty}
        </EmptyState>
      </div>
    );
  }
  return (
    <Table label="Calls">
      <Head>
        <HeadCell className="w-32 max-md:w-8">
          <span className="max-md:sr-only">State</span>
        </HeadCell>
        <HeadCell>Effect</HeadCell>
        {without !== "tool" && <HeadCell wide>Tool</HeadCell>}
        {without !== "agent" && <HeadCell wide>Agent</HeadCell>}
        <HeadCell wide className="w-24">
          Way
        </HeadCell>
        <HeadCell wide right className="w-24">
          Took
        </HeadCell>
        <HeadCell right className="w-24 max-md:w-16 max-md:pl-0">
          Asked
        </HeadCell>
      </Head>
      <tbody>
        {items.map((item) => (
          <Row key={item.id}>
            <Cell className="max-md:pr-0">
              <span className="max-md:hidden">
                <StateMark state={item.status} />
              </span>
              <span className="md:hidden">
                <StateMark state={item.status} word={false} />
              </span>
            </Cell>
            <Cell className="max-w-0 w-full">
              <span className="flex items-center gap-2 max-md:items-start">
                <span className="flex h-[1.5em] items-center">
                  <RiskMark tier={item.tier} size={12} />
                </span>
                <RowLink
                  href={`/invocations/${item.id}`}
                  className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:line-clamp-2 max-md:[&>bdi]:whitespace-normal md:truncate"
                >
                  <VisibleText text={item.effect} line />
                </RowLink>
                {item.errorCode && <code className="text-xs text-ink-3 max-md:hidden">{item.errorCode}</code>}
                {item.findings > 0 && <Flag tone="medium">{item.findings} found</Flag>}
              </span>
              <span className="block truncate pl-5 text-sm text-ink-2 md:hidden">{underEffect(item, without)}</span>
            </Cell>
            {without !== "tool" && (
              <Cell wide>
                <Link
                  href={`/registry/${item.tool}`}
                  prefetch={false}
                  title={`${item.tool} v${item.toolVersion}`}
                  className="relative z-10 block max-w-56 truncate font-mono text-xs hover:underline"
                >
                  {item.tool} v{item.toolVersion}
                </Link>
              </Cell>
            )}
            {without !== "agent" && (
              <Cell wide>
                <Link
                  href={`/agents/${item.agent}`}
                  prefetch={false}
                  title={item.agent}
                  className="relative z-10 block max-w-48 truncate hover:underline"
                >
                  {item.agent}
                </Link>
              </Cell>
            )}
            <Cell wide>
              <StageTicks call={item} />
            </Cell>
            <Cell wide right className="figures whitespace-nowrap text-ink-2">
              {took(item)}
            </Cell>
            <Cell right className="text-ink-2 max-md:pl-0">
              <Ago at={item.askedAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** On a phone: what the columns that have no room there say, the reason before the names. */
function underEffect(
  { status, errorCode, tool, agent }: InvocationItem,
  without: InvocationTableProps["without"],
): string {
  return [status, errorCode, without !== "tool" && tool, without !== "agent" && agent].filter(Boolean).join(" · ");
}

/** From the moment a worker took it; the wait for people is not the tool's. Of a lost run nobody knows. */
function took({ claimedAt, completedAt, errorCode, status, hasOutput }: InvocationItem): string {
  const lost = errorCode === "lease_lost" || (status === "completed" && !hasOutput);
  return claimedAt && completedAt && !lost ? duration(Date.parse(completedAt) - Date.parse(claimedAt)) : "–";
}
