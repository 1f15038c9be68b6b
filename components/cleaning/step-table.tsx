import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { TriedStep } from "#lib/sanitise/trial/try-cleaner.ts";
import { STEP_WORDS, TREATMENT_WORDS } from "./step-words.ts";

/** The steps in their order: what each looks for, what it found here, and what it does about it. */
export function StepTable({ steps }: { steps: readonly TriedStep[] }) {
  return (
    <Table label="Steps of the cleaner">
      <Head>
        <HeadCell>Step</HeadCell>
        <HeadCell wide>looks for</HeadCell>
        <HeadCell>What it finds is</HeadCell>
        <HeadCell right>Found</HeadCell>
        <HeadCell right>Alarms</HeadCell>
      </Head>
      <tbody>
        {steps.map(({ step, treatment, findings, alarms }) => (
          <Row key={step} muted={findings === 0}>
            <Cell className="font-medium">{step}</Cell>
            <Cell wide className="text-ink-2">
              {STEP_WORDS[step]}
            </Cell>
            <Cell>{TREATMENT_WORDS[treatment]}</Cell>
            <Cell right className="figures">
              {findings.toLocaleString("en-GB")}
            </Cell>
            <Cell right className={alarms > 0 ? "figures font-semibold text-bad" : "figures"}>
              {alarms.toLocaleString("en-GB")}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
