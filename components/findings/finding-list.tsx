import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import type { Finding, Severity } from "#lib/sanitise/finding.ts";
import { familyOf } from "./finding-family.ts";

const TONES = { info: "plain", low: "plain", medium: "medium", high: "high", critical: "bad" } as const;
const COLOURS: Record<Severity, string> = {
  info: "text-ink-2",
  low: "text-low",
  medium: "text-medium",
  high: "text-high",
  critical: "text-bad",
};
const SHAPES: Record<Severity, string> = { info: "–", low: "○", medium: "◐", high: "●", critical: "◆" };

/** What was noticed, by position: which rule, where, how grave, what was done about it. Our own words, never the payload. */
export function FindingList({ findings, current }: { findings: readonly Finding[]; current?: number }) {
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
              {finding.path && (
                <>
                  {" "}
                  · at <code className="text-xs [overflow-wrap:anywhere]">{finding.path}</code>
                </>
              )}
              {finding.end > finding.start &&
                ` · raw ${finding.start}–${finding.end}, cleaned ${finding.cleanedStart}–${finding.cleanedEnd}`}
            </p>
          </div>
          <span className={`whitespace-nowrap font-medium ${COLOURS[finding.severity]}`}>
            <span aria-hidden>{SHAPES[finding.severity]}</span> {finding.severity}
          </span>
        </li>
      ))}
    </ul>
  );
}
