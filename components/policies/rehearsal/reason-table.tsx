import { Chip } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { RehearsalReason } from "#lib/policy/rehearsal/rehearsal-result.ts";

/** The lines that make the difference: those that only one of the two policies says. */
export function ReasonTable({ reasons }: { reasons: readonly RehearsalReason[] }) {
  return (
    <Table label="Rules that make the difference">
      <Head>
        <HeadCell>Line</HeadCell>
        <HeadCell>Rule</HeadCell>
        <HeadCell wide>Says</HeadCell>
        <HeadCell right>Calls</HeadCell>
      </Head>
      <tbody>
        {reasons.map((reason) => (
          <Row key={`${reason.side} ${reason.rule} ${reason.concluded} ${reason.people} ${reason.sentence}`}>
            <Cell>
              <Chip tone={reason.side === "new" ? "accent" : "plain"}>
                {reason.side === "new" ? "+ new" : "− gone"}
              </Chip>
            </Cell>
            <Cell className="md:whitespace-nowrap">
              <code className="text-sm">{reason.rule}</code>{" "}
              <span className="text-ink-2">
                {reason.concluded}
                {reason.people !== undefined && ` ${reason.people}`}
              </span>
              <span className="block text-ink-2 md:hidden">
                <VisibleText text={reason.sentence} />
              </span>
            </Cell>
            <Cell wide>
              <VisibleText text={reason.sentence} line />
            </Cell>
            <Cell right className="figures">
              {reason.calls.toLocaleString("en-GB")}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
