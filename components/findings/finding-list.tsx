import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import { familyOf } from "./finding-family.ts";
import { SeverityMark } from "./severity-mark.tsx";

const TONES = { info: "plain", low: "plain", medium: "medium", high: "high", critical: "bad" } as const;
/** What was noticed, by position: which rule, where, how grave, what was done about it. Our own words, never the payload. */
export function FindingList({
  findings,
  current,
  withPath = true,
}: {
  findings: readonly Finding[];
  current?: number;
  /** Not where the list already stands under its text. */
  withPath?: boolean;
}) {
  return (
    <ul className="grid gap-1.5">
      {findings.map((finding, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: findings are written once, in the order of their position.
          key={`${index} ${finding.rule}`}
          id={`finding-${index}`}
          className={classes(
            "grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-md border bg-panel px-3 py-2",
            current === index && "border-accent",
          )}
        >
          <Flag tone={TONES[finding.severity]}>{familyOf(finding.rule)}</Flag>
          <div className="min-w-0">
            <p>
              {finding.reason ?? "Noticed by this rule"}
              {finding.action !== "none" && <span className="text-ink-2"> · {finding.action}</span>}
            </p>
            <p className="text-sm text-ink-2">
              rule <code className="text-xs">{finding.rule}</code>
              {withPath && finding.path && (
                <>
                  {" "}
                  · at <code className="text-xs [overflow-wrap:anywhere]">{finding.path}</code>
                </>
              )}
              {finding.end > finding.start && ` · ${placeWords(finding)}`}
            </p>
          </div>
          <SeverityMark severity={finding.severity} />
        </li>
      ))}
    </ul>
  );
}

/** Of an output the cleaned text has places of its own; a definition is never cleaned, only read. */
function placeWords({ start, end, cleanedStart, cleanedEnd, action }: Finding): string {
  if (action === "none" && start === cleanedStart && end === cleanedEnd) return `characters ${start}–${end}`;
  return `raw ${start}–${end}, cleaned ${cleanedStart}–${cleanedEnd}`;
}
