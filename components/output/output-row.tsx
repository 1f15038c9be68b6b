import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import { type Span, VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Range } from "#lib/invocations/align-text.ts";
import type { ShownRow } from "#lib/invocations/output-rows.ts";
import type { OutputPair } from "#lib/invocations/pair-output.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Sides } from "./side-choice.tsx";

interface OutputRowProps {
  row: ShownRow;
  pairs: readonly OutputPair[];
  sides: Sides;
  isShown: (finding: Finding) => boolean;
  current: Finding | undefined;
}

/** One row of an output: the place of a text, a line of it on both sides, or how much was left out. */
export function OutputRow({ row, pairs, sides, isShown, current }: OutputRowProps) {
  if (row.kind === "left-out") {
    return (
      <p className="bg-panel px-3 py-1 text-center font-sans text-sm text-ink-3">
        {row.count.toLocaleString("en-GB")} {row.count === 1 ? "row" : "rows"} without a finding
      </p>
    );
  }
  const pair = pairs[row.pair];
  if (!pair) return null;
  if (row.kind === "leaf") return <LeafHead pair={pair} isShown={isShown} />;
  const spans = (side: "raw" | "cleaned") => spansOf(pair.findings.filter(isShown), side, row.at[side], current);
  return (
    <div className="flex">
      <span
        className="figures w-12 shrink-0 select-none border-r pr-2 text-right text-xs leading-[1.65] text-ink-3"
        aria-hidden
      >
        {row.line}
      </span>
      {sides !== "cleaned" && <Cell text={pair.raw} at={row.at.raw} spans={spans("raw")} edge={sides === "both"} />}
      {sides !== "raw" && <Cell text={pair.cleaned} at={row.at.cleaned} spans={spans("cleaned")} />}
    </div>
  );
}

function LeafHead({ pair, isShown }: { pair: OutputPair; isShown: (finding: Finding) => boolean }) {
  const inKey = pair.keyFindings.filter(isShown);
  return (
    <p className="flex flex-wrap items-center gap-2 border-y bg-panel px-3 py-1 text-xs text-ink-2">
      <VisibleText text={pair.path} />
      {inKey.map((finding) => (
        <Flag key={`${finding.rule} ${finding.start}`} tone="medium">
          in the key: {finding.rule}
        </Flag>
      ))}
      {pair.cleaned === null && <span className="text-ink-3">not in the cleaned output</span>}
    </p>
  );
}

function Cell({
  text,
  at,
  spans,
  edge = false,
}: {
  text: string | null;
  at: Range;
  spans: readonly Span[];
  edge?: boolean;
}) {
  // The line's own end would draw an empty line below it.
  const line = (text ?? "").slice(at.start, at.end).replace(/\n$/, "");
  return (
    <div className={classes("min-w-0 flex-1 basis-0 px-2", edge && "border-r")}>
      {line === "" ? " " : <VisibleText text={line} spans={spans} />}
    </div>
  );
}

const OURS = new Set<Finding["action"]>(["masked", "removed", "marked", "fenced"]);

function spansOf(
  findings: readonly Finding[],
  side: "raw" | "cleaned",
  row: Range,
  current: Finding | undefined,
): Span[] {
  return findings.flatMap((finding) => {
    const [from, to] = side === "raw" ? [finding.start, finding.end] : [finding.cleanedStart, finding.cleanedEnd];
    if (to <= row.start || from >= row.end) return [];
    return {
      start: Math.max(from, row.start) - row.start,
      end: Math.min(to, row.end) - row.start,
      title: `${finding.rule}: ${finding.action}`,
      ours: side === "cleaned" && OURS.has(finding.action),
      current: finding === current,
    };
  });
}
