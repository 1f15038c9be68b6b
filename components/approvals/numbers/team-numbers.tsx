import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { TeamNumbers as TeamLine } from "#lib/approvals/pace/read-numbers.ts";
import { secondsWord } from "./own-numbers.tsx";

/** For those who answer for the whole: where approvals have become a reflex. */
export function TeamNumbers({ people }: { people: readonly TeamLine[] }) {
  return (
    <Section title="Everybody who decides" note="last 30 days">
      <Table label="Decisions by person">
        <Head>
          <HeadCell>Person</HeadCell>
          <HeadCell right>Approved</HeadCell>
          <HeadCell right>Rejected</HeadCell>
          <HeadCell right wide>
            Median look
          </HeadCell>
          <HeadCell right>Drills caught</HeadCell>
          <HeadCell right>Missed</HeadCell>
        </Head>
        <tbody>
          {people.map(({ personId, name, approved, rejected, medianSeconds, caught, missed }) => (
            <Row key={personId}>
              <Cell>{name}</Cell>
              <Cell right>{approved}</Cell>
              <Cell right>{rejected}</Cell>
              <Cell right wide>
                {medianSeconds === null ? "–" : secondsWord(medianSeconds)}
              </Cell>
              <Cell right>{caught}</Cell>
              <Cell right>{missed}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
