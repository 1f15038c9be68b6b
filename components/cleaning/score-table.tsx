import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { FamilyScore } from "#lib/sanitise/scorecard/score-texts.ts";

interface ScoreTableProps {
  label: string;
  /** What a share of one means. */
  measure: string;
  columns: readonly { readonly name: string; readonly scores: readonly FamilyScore[] }[];
}

/** Families as rows, sets as columns: each family on its own, never pooled. */
export function ScoreTable({ label, measure, columns }: ScoreTableProps) {
  const families = [...new Set(columns.flatMap(({ scores }) => scores.map(({ family }) => family)))].sort();
  return (
    <Table label={label}>
      <Head>
        <HeadCell>{measure}</HeadCell>
        {columns.map(({ name }) => (
          <HeadCell key={name} right className="max-md:whitespace-normal max-md:px-2 max-md:py-1.5">
            {name}
          </HeadCell>
        ))}
      </Head>
      <tbody>
        {families.map((family) => (
          <Row key={family}>
            <Cell className="font-medium">{family}</Cell>
            {columns.map(({ name, scores }) => (
              <ScoreCell key={name} score={scores.find((each) => each.family === family)} />
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ScoreCell({ score }: { score: FamilyScore | undefined }) {
  if (!score) {
    return (
      <Cell right className="text-ink-3">
        –
      </Cell>
    );
  }
  return (
    <Cell right className="figures whitespace-nowrap max-md:px-2">
      {percent(score.share)} <span className="text-sm text-ink-3 max-md:block">of {score.rows}</span>
    </Cell>
  );
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
