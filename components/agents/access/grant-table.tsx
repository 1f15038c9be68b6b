import { classes } from "#components/ui/classes.ts";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { ActingGroup } from "#lib/agents/access/explain-grant.ts";

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

/** What the agent reaches, and where each part of it comes from. */
export function GrantTable({ group, label }: { group: ActingGroup; label: string }) {
  return (
    <Table label={label}>
      <Head>
        <HeadCell>Part</HeadCell>
        <HeadCell>Holds</HeadCell>
        <HeadCell>From</HeadCell>
      </Head>
      <tbody>
        {group.lines.map(({ field, holds, said }) => (
          <Row key={field}>
            <Cell className="whitespace-nowrap font-medium">{FIELD_WORDS[field]}</Cell>
            <Cell className="break-words">{holds}</Cell>
            <Cell>
              {said.map(({ from, value, binds }) => (
                <span key={from} className={classes("block", binds ? "text-ink-2" : "text-ink-3")}>
                  {from}
                  {!binds && `: says ${value}`}
                </span>
              ))}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
