import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { cleaningWords } from "#lib/policy/document/class-cleaning.ts";
import type { PolicyClasses } from "#lib/policy/document/policy-document.ts";
import { SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { PeopleChip } from "../people-chip.tsx";
import { counted } from "../policy-words.ts";

/** What no version can go below; the database holds it as well. */
const LEAST: Partial<Record<SafetyClass, string>> = {
  write: "never less than one",
  financial: "never less than one",
  privileged: "never less than two",
};
const AUDIT_WORDS = { digest: "that it was asked, and hashes", rules: "the rules that decided, too" } as const;

/** What each safety class asks for, whoever calls. */
export function SafetyTable({ safety }: { safety: PolicyClasses["safety"] }) {
  return (
    <Table label="Safety classes">
      <Head>
        <HeadCell>Class</HeadCell>
        <HeadCell>Before it runs</HeadCell>
        <HeadCell wide>Who may vote</HeadCell>
        <HeadCell wide>If the run is lost</HeadCell>
        <HeadCell wide>The log keeps</HeadCell>
        <HeadCell wide>Outputs are cleaned by</HeadCell>
      </Head>
      <tbody>
        {SAFETY_CLASSES.map((name) => (
          <Row key={name}>
            <Cell className="font-medium">{name}</Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <PeopleChip people={safety[name].people} />
                {name === "network" ? (
                  <span className="flex items-center gap-1.5 text-sm text-ink-2">
                    on listed hosts; on the open network <PeopleChip people={safety.network.open_people} />
                  </span>
                ) : (
                  <span className="text-sm text-ink-2">{LEAST[name]}</span>
                )}
              </span>
              <span className="mt-1 block text-sm text-ink-2 md:hidden">
                {votersOf(safety[name])} vote; if the run is lost, {retryWords(safety[name])}; the log keeps{" "}
                {AUDIT_WORDS[safety[name].audit]}
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap text-ink-2">
              {votersOf(safety[name])}
            </Cell>
            <Cell wide className="text-ink-2">
              {retryWords(safety[name])}
            </Cell>
            <Cell wide className="text-ink-2">
              {AUDIT_WORDS[safety[name].audit]}
            </Cell>
            <Cell wide className="text-ink-2">
              {cleaningWords(safety[name].cleaning)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function votersOf({ voters }: PolicyClasses["safety"][SafetyClass]): string {
  return voters.map((role) => `${role}s`).join(", ");
}

function retryWords({ attempts, backoff_seconds: pause }: { attempts: number; backoff_seconds: number }): string {
  if (attempts === 1) return "never again";
  const runs = `${counted(attempts, "run")} in all`;
  return pause === 0 ? runs : `${runs}, after ${pause} s, then doubled`;
}
