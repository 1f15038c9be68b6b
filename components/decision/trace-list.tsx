import { Callout } from "#components/ui/callout.tsx";
import { classes } from "#components/ui/classes.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { DecisionTrace, TraceLine } from "#lib/policy/decision-trace.ts";

const LOOKS: Record<TraceLine["concluded"], { word: string; colour: string; path: string }> = {
  pass: { word: "pass", colour: "text-ok", path: "m2.5 6.2 2.4 2.4 4.6-5.2" },
  run: { word: "run", colour: "text-ok", path: "M3.6 2.4 9.4 6 3.6 9.6Z" },
  hold: { word: "hold", colour: "text-medium", path: "M3.8 2.6v6.8M8.2 2.6v6.8" },
  deny: { word: "deny", colour: "text-bad", path: "m3 3 6 6M9 3 3 9" },
};

/** Every check that was made, in the order it was made; the strictest line decided. */
export function TraceList({ trace, brief = false }: { trace: DecisionTrace | null; brief?: boolean }) {
  if (!trace) {
    return (
      <Callout tone="bad" title={<b className="font-semibold">The trace of this call cannot be read.</b>}>
        What is stored is not a list of checks. If the call waits, reject it unless you know why.
      </Callout>
    );
  }
  return (
    <ol className="overflow-hidden rounded-md border bg-panel">
      {trace.lines.map((line, index) => {
        const look = LOOKS[line.concluded];
        const decisive = line.concluded === "hold" || line.concluded === "deny";
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace is written once and never reordered.
            key={`${index} ${line.rule}`}
            className={classes(
              "grid grid-cols-[64px_minmax(0,220px)_minmax(0,1fr)] items-baseline gap-x-3 border-b px-3 py-1.5 last:border-b-0 max-md:grid-cols-[64px_minmax(0,1fr)]",
              decisive && "bg-hover",
            )}
          >
            <span className={`inline-flex items-center gap-1.5 font-medium ${look.colour}`}>
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
                <path
                  d={look.path}
                  fill={line.concluded === "run" ? "currentColor" : "none"}
                  stroke="currentColor"
                  strokeWidth="1.7"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              {look.word}
              {line.people ? ` ${line.people}` : ""}
            </span>
            <code className="truncate text-sm" title={line.rule}>
              {line.rule}
            </code>
            <span className="min-w-0 max-md:col-span-2">
              <VisibleText text={line.sentence} />
              {!brief && line.saw && (
                <span className="block break-words text-sm text-ink-2">
                  saw: <VisibleText text={line.saw} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
