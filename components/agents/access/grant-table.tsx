import { scopeWords } from "#components/trust/score-words.ts";
import { classes } from "#components/ui/classes.ts";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { ActingGroup, GrantLine } from "#lib/agents/access/explain-grant.ts";

const FIELD_WORDS = {
  file_system: "files",
  network: "network",
  git: "git",
  terminal: "terminal",
  commands: "commands",
  code_execution: "code runs",
  deployment: "deployment",
  requires_approval: "held for people",
} as const;

/** Of the table's width, for its levels alike: one with many categories is no wider than the others. */
const SHARED_PERCENT = 88;

/** What the agent reaches: a column for each level that it acts at, headed by the kinds of tools that it is so with. */
export function GrantTable({ groups, declared }: { groups: readonly ActingGroup[]; declared: string }) {
  const fields = [...new Set(groups.flatMap(({ lines }) => lines.map(({ field }) => field)))];
  return (
    <Table label="What it reaches">
      <Head>
        <HeadCell className="w-36 align-bottom max-md:w-24">Reaches</HeadCell>
        {groups.map(({ level, categories }) => (
          <HeadCell
            key={categories.join()}
            className="min-w-36 whitespace-normal! py-1.5 align-top"
            style={{ width: `${Math.floor(SHARED_PERCENT / groups.length)}%` }}
          >
            <span className="block text-ink">
              <b className="text-base font-semibold">{level}</b>
              {level !== declared && <span className="font-normal text-ink-2">, by trust</span>}
            </span>
            <span className="font-normal">
              {groups.length === 1 ? "every category" : categories.map(scopeWords).join(", ")}
            </span>
          </HeadCell>
        ))}
      </Head>
      <tbody>
        {fields.map((field) => (
          <Row key={field}>
            <Cell className="align-top! font-medium">{FIELD_WORDS[field]}</Cell>
            {groups.map(({ categories, lines }) => (
              <Cell key={categories.join()} className="align-top! break-words">
                <Holds line={lines.find((line) => line.field === field)} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Where it is written is in the head of the column, unless more than the level has a word in it. */
function Holds({ line }: { line: GrantLine | undefined }) {
  if (!line) return <span className="text-ink-3">–</span>;
  return (
    <>
      {line.holds}
      {line.said.length > 1 &&
        line.said.map(({ from, value, binds }) => (
          <span key={from} className={classes("block text-sm", binds ? "text-ink-2" : "text-ink-3")}>
            {from}
            {!binds && `: says ${value}`}
          </span>
        ))}
    </>
  );
}
