import { classes } from "#components/ui/classes.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { CallDiff, CallDiffRow, DiffPart } from "#lib/approvals/compare-calls/call-diff.ts";

const SIGNS = { same: "=", changed: "≠", added: "+", removed: "−" } as const;
const COLOURS = { same: "text-ink-3", changed: "text-medium", added: "text-ok", removed: "text-bad" } as const;

/** Two inputs in one column: what is equal is grey, what went is struck through, what came is underlined. */
export function CallDiffRows({ diff }: { diff: CallDiff }) {
  const shownSame = diff.rows.filter(({ kind }) => kind === "same").length;
  return (
    <UntrustedBlock>
      <ul>
        {diff.rows.map((row) => (
          <li
            key={`${row.kind} ${row.pointer}`}
            className="grid grid-cols-[84px_minmax(0,150px)_minmax(0,1fr)] gap-x-3 border-b px-3 py-1 last:border-b-0 max-md:grid-cols-[84px_minmax(0,1fr)]"
          >
            <span className={classes("font-sans text-sm font-medium", COLOURS[row.kind])}>
              <span aria-hidden>{SIGNS[row.kind]} </span>
              {row.kind === "added" ? "new" : row.kind === "removed" ? "gone" : row.kind}
            </span>
            <span className={row.kind === "same" ? "text-ink-3" : "text-ink-2"}>
              <VisibleText text={nameOf(row)} />
            </span>
            <span className={classes("min-w-0 max-md:col-span-2", row.kind === "same" && "text-ink-3")}>
              {row.parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a difference is computed once and never reordered.
                <Part key={index} part={part} plain={row.kind === "same"} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {(diff.leftOut > 0 || diff.same > shownSame) && (
        <p className="px-3 py-1.5 font-sans text-sm text-ink-2">
          {diff.leftOut > 0 && (
            <b className="font-semibold text-bad">{diff.leftOut.toLocaleString("en-GB")} more differences. </b>
          )}
          {diff.same > shownSame && `${(diff.same - shownSame).toLocaleString("en-GB")} more values are the same.`}
        </p>
      )}
    </UntrustedBlock>
  );
}

/** `/rows/0/name` as `rows.0.name`: a name at the top stands as it is. */
function nameOf({ pointer }: CallDiffRow): string {
  return pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}

function Part({ part: { op, text, hidden }, plain }: { part: DiffPart; plain: boolean }) {
  const shown = (
    <>
      <VisibleText text={text} />
      {hidden !== undefined && (
        <span className="font-sans text-sm text-ink-2"> ({hidden.toLocaleString("en-GB")} characters left out)</span>
      )}
    </>
  );
  if (op === "delete") return <del className="rounded-[2px] bg-bad-soft decoration-bad/70">{shown}</del>;
  if (op === "insert") return <ins className="rounded-[2px] bg-ok-soft decoration-ok/70">{shown}</ins>;
  return <span className={plain ? undefined : "text-ink-3"}>{shown}</span>;
}
