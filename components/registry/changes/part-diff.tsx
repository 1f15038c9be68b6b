import { classes } from "#components/ui/classes.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PartDiff as Diff, TreeRow } from "#lib/registry/drift/diff-types.ts";
import { DiffText, type Side, WholeText } from "./diff-text.tsx";
import { partWords } from "./part-words.ts";

interface PartDiffProps {
  diff: Diff;
  before: number;
  after: number;
}

/** One part of a contract in two versions, side by side; on a narrow screen one under the other. */
export function PartDiff({ diff, before, after }: PartDiffProps) {
  return (
    <section id={`part-${diff.part}`} aria-label={partWords(diff.part)} className="scroll-mt-4">
      <h3 className="mb-1.5 font-semibold">{partWords(diff.part)}</h3>
      <div className="untrusted overflow-hidden rounded-md border">
        <div className="bg-inset font-mono text-[12.5px] leading-[1.6]">
          <div className="grid grid-cols-2 border-b font-sans text-sm text-ink-2 max-md:hidden">
            <span className="border-r px-3 py-1">v{before}</span>
            <span className="px-3 py-1">v{after}</span>
          </div>
          {diff.segments && (
            <Pair
              before={diff.kind === "added" ? null : <DiffText segments={diff.segments} side="before" />}
              after={diff.kind === "removed" ? null : <DiffText segments={diff.segments} side="after" />}
            />
          )}
          {diff.rows?.map((row) => (
            <TreeLine key={`${row.kind} ${row.pointer}`} row={row} />
          ))}
          <LeftOut diff={diff} />
        </div>
      </div>
    </section>
  );
}

function TreeLine({ row }: { row: TreeRow }) {
  const changed = row.kind !== "unchanged";
  return (
    <div className={classes("border-b last:border-b-0", !changed && "text-ink-3")}>
      <p className="px-3 pt-1 text-xs [overflow-wrap:anywhere]">
        <span aria-hidden className="mr-1.5 inline-block w-2 font-semibold">
          {SIGNS[row.kind]}
        </span>
        <span className={changed ? "font-medium text-ink-2" : ""}>
          <VisibleText text={row.pointer || "/"} />
        </span>
        {changed && <span className="sr-only"> {row.kind}</span>}
      </p>
      <Pair
        before={row.kind === "added" ? null : <Value row={row} side="before" />}
        after={row.kind === "removed" ? null : <Value row={row} side="after" />}
        same={!changed}
      />
    </div>
  );
}

const SIGNS = { unchanged: "", added: "+", removed: "−", changed: "≠" } as const;

function Value({ row, side }: { row: TreeRow; side: Side }) {
  if (row.segments) return <DiffText segments={row.segments} side={side} />;
  const text = valueText(side === "before" ? row.before : row.after);
  return row.kind === "unchanged" ? <VisibleText text={text} /> : <WholeText text={text} side={side} />;
}

/** A string as its own characters, anything else as JSON: `"1"` and `1` do not look the same. */
function valueText(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

interface PairProps {
  before: React.ReactNode;
  after: React.ReactNode;
  /** Said once where the sides stand one under the other. */
  same?: boolean;
}

function Pair({ before, after, same = false }: PairProps) {
  return (
    <div className="grid md:grid-cols-2">
      <div className={classes("min-w-0 px-3 py-1 md:border-r", before === null && "max-md:hidden")}>
        {!same && <SideName side="before" />}
        {before ?? <NotThere />}
      </div>
      <div className={classes("min-w-0 px-3 py-1", (after === null || same) && "max-md:hidden")}>
        <SideName side="after" />
        {after ?? <NotThere />}
      </div>
    </div>
  );
}

/** On a narrow screen the columns have no heads. */
function SideName({ side }: { side: Side }) {
  return <span className="mr-2 font-sans text-xs text-ink-3 md:hidden">{side}</span>;
}

function NotThere() {
  return <span className="font-sans text-sm text-ink-3">not there</span>;
}

function LeftOut({ diff: { unchangedLeftOut = 0, changedLeftOut = 0 } }: { diff: Diff }) {
  if (unchangedLeftOut + changedLeftOut === 0) return null;
  return (
    <p className="px-3 py-1.5 font-sans text-sm text-ink-2">
      {changedLeftOut > 0 && (
        <b className="font-semibold text-bad">
          {changedLeftOut.toLocaleString("en-GB")} more differences are not shown. Compare the definitions themselves
          before you approve.{" "}
        </b>
      )}
      {unchangedLeftOut > 0 && `${unchangedLeftOut.toLocaleString("en-GB")} places are the same in both.`}
    </p>
  );
}
