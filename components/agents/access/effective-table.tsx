import { plainValue } from "#components/policies/policy-words.ts";
import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { EffectiveLine } from "#lib/policy/decision/effective/effective-line.ts";

/** For one agent with one tool: every line that is written, what it says, where, and whether it is what holds. */
export function EffectiveTable({ lines }: { lines: readonly EffectiveLine[] }) {
  // What holds first; nothing moves from one field to another.
  const sorted = [...Map.groupBy(lines, ({ field }) => field).values()].flatMap((same) => [
    ...same.filter(({ binds }) => binds),
    ...same.filter(({ binds }) => !binds),
  ]);
  return (
    <Table label="What holds, and where it is written">
      <Head>
        <HeadCell>About</HeadCell>
        <HeadCell>Says</HeadCell>
        <HeadCell>Where</HeadCell>
        <HeadCell wide>Why</HeadCell>
      </Head>
      <tbody>
        {sorted.map((line, at) => {
          const first = sorted[at - 1]?.field !== line.field;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: The lines of one answer, never reordered.
            <Row key={at} muted={!line.binds}>
              <Cell className="whitespace-nowrap align-top! font-medium">{first ? words(line.field) : ""}</Cell>
              <Cell className="align-top! break-words">
                <span className={classes(line.binds && "font-medium")}>{plainValue(line.value)}</span>
                {!line.binds && (
                  <span className="ml-2">
                    <Flag>stricter elsewhere</Flag>
                  </span>
                )}
              </Cell>
              <Cell className="align-top! text-ink-2 break-words">{line.from}</Cell>
              <Cell wide className="align-top! text-ink-2">
                {line.reason !== undefined && <VisibleText text={line.reason} />}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** `wallSeconds` as "wall seconds". */
function words(field: string): string {
  return plainValue(field).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
