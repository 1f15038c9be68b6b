import { classes } from "#components/ui/classes.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { type Span, VisibleText } from "#components/untrusted/visible-text.tsx";
import type { CallDiff, DiffPart } from "#lib/approvals/compare-calls/call-diff.ts";
import { pointerWords } from "./pointer-words.ts";

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
              <VisibleText text={pointerWords(row.pointer)} />
            </span>
            <span className={classes("min-w-0 max-md:col-span-2", row.kind === "same" ? "text-ink-3" : "text-ink-2")}>
              <Difference parts={row.parts} />
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

/** One text with its spans: a letter that came is judged beside the letters around it, and named if it only looks like them. */
function Difference({ parts }: { parts: readonly DiffPart[] }) {
  let at = 0;
  const spans = parts.flatMap(({ op, text }): Span[] => {
    const start = at;
    at += text.length;
    if (op === "equal") return [];
    return [{ start, end: at, title: op === "delete" ? "gone" : "new", kind: op === "delete" ? "gone" : "came" }];
  });
  const hidden = parts.reduce((sum, part) => sum + (part.hidden ?? 0), 0);
  return (
    <>
      <VisibleText text={parts.map(({ text }) => text).join("")} spans={spans} />
      {hidden > 0 && (
        <span className="font-sans text-sm text-ink-2"> ({hidden.toLocaleString("en-GB")} characters left out)</span>
      )}
    </>
  );
}
