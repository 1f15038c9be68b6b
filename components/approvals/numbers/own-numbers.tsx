import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Numbers } from "#lib/approvals/pace/read-numbers.ts";

/** What one person did, for that person: not a ranking, a mirror. */
export function OwnNumbers({ numbers, hurried }: { numbers: Numbers; hurried: boolean }) {
  const { approved, rejected, hasty, undone, caught, missed, reading, drills } = numbers;
  const decided = approved + rejected;
  if (decided + caught + missed === 0)
    return (
      <EmptyState title="You have not decided anything in the last 30 days">
        How many calls you decide, how long you look at them and which drills you catch will appear here.
      </EmptyState>
    );
  return (
    <>
      {hurried && (
        <Callout tone="high" title={<b className="font-semibold">Your last approvals were quicker than reading.</b>}>
          Until that changes, high and dual calls take a longer look before you can approve them, and the key A does
          nothing there.
        </Callout>
      )}
      <dl className="my-4 grid grid-cols-2 gap-2 md:grid-cols-6">
        <Figure name="approved" value={approved} />
        <Figure
          name="rejected"
          value={rejected}
          note={decided > 0 ? `${Math.round((100 * rejected) / decided)} %` : undefined}
        />
        <Figure name="under 2 seconds" value={hasty} />
        <Figure name="taken back" value={undone} />
        <Figure name="drills caught" value={caught} />
        <Figure name="drills missed" value={missed} />
      </dl>
      {reading.length > 0 && (
        <Section title="How long you look" note="from the first sight to the approval, the median">
          <Table label="Time to approve by risk">
            <Head>
              <HeadCell>Risk</HeadCell>
              <HeadCell right>Approvals</HeadCell>
              <HeadCell right>Median</HeadCell>
            </Head>
            <tbody>
              {reading.map(({ tier, approvals, medianSeconds }) => (
                <Row key={tier}>
                  <Cell>
                    <span className="inline-flex items-center gap-1.5">
                      <RiskMark tier={tier} size={12} /> {tier}
                    </span>
                  </Cell>
                  <Cell right>{approvals}</Cell>
                  <Cell right>{secondsWord(medianSeconds)}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
      {drills.length > 0 && (
        <Section title="Drills you answered" note="decoys that could never run">
          <Table label="Drills you answered">
            <Head>
              <HeadCell>Drill</HeadCell>
              <HeadCell>You</HeadCell>
              <HeadCell wide>What was wrong</HeadCell>
              <HeadCell right>When</HeadCell>
            </Head>
            <tbody>
              {drills.map(({ invocationId, tool, outcome, flaw, at }) => (
                <Row key={invocationId}>
                  <Cell className="font-mono text-sm">
                    <Link href={`/invocations/${invocationId}`} className="hover:underline">
                      {tool}
                    </Link>
                  </Cell>
                  <Cell>{outcome === "caught" ? "✓ rejected it" : "✕ approved it"}</Cell>
                  <Cell wide>{flaw}</Cell>
                  <Cell right>
                    <Ago at={at} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: number; note?: string | undefined }) {
  return (
    <div className="rounded-md border bg-panel px-3 py-2">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="figures text-lg font-semibold">
        {value.toLocaleString("en-GB")}
        {note && <span className="ml-1.5 text-sm font-normal text-ink-2">{note}</span>}
      </dd>
    </div>
  );
}

export function secondsWord(seconds: number): string {
  return seconds < 90 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${Math.round(seconds / 60)} min`;
}
