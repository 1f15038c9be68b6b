import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { duration } from "#components/ui/time-words.ts";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import { callSteps } from "./call-steps.ts";

export function CallTimeline({ call }: { call: InvocationDetail }) {
  return (
    <Section title="Timeline">
      <Table label="Timeline">
        <Head>
          <HeadCell className="w-28 max-md:w-20">At</HeadCell>
          <HeadCell right className="w-28 max-md:w-24">
            After
          </HeadCell>
          <HeadCell>What</HeadCell>
        </Head>
        <tbody>
          {callSteps(call).map(({ at, what, after }) => (
            <Row key={`${at} ${what}`}>
              <Cell className="text-ink-2">
                <ClockTime at={at} />
              </Cell>
              <Cell right className="figures whitespace-nowrap text-ink-2">
                {after === null ? "" : `+ ${duration(after)}`}
              </Cell>
              <Cell>{what}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
