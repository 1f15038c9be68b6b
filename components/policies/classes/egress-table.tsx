import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { PolicyClasses } from "#lib/policy/document/policy-document.ts";
import { EGRESS_CLASSES, type EgressClass } from "#lib/policy/vocabulary.ts";
import { PeopleChip } from "../people-chip.tsx";

const MEANING: Record<EgressClass, string> = {
  none: "nothing leaves",
  read_only: "it reads from elsewhere",
  write: "it changes something elsewhere; never less than one",
};

/** What each egress class asks for, whoever calls. */
export function EgressTable({ egress }: { egress: PolicyClasses["egress"] }) {
  return (
    <Table label="Egress classes">
      <Head>
        <HeadCell>Class</HeadCell>
        <HeadCell>Before it runs</HeadCell>
        <HeadCell wide>Meaning</HeadCell>
      </Head>
      <tbody>
        {EGRESS_CLASSES.map((name) => (
          <Row key={name}>
            <Cell className="font-medium">{name}</Cell>
            <Cell>
              <PeopleChip people={egress[name]} />
              <span className="mt-1 block text-sm text-ink-2 md:hidden">{MEANING[name]}</span>
            </Cell>
            <Cell wide className="text-ink-2">
              {MEANING[name]}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
