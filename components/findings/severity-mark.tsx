import type { Severity } from "#lib/sanitise/finding.ts";

const COLOURS: Record<Severity, string> = {
  info: "text-ink-2",
  low: "text-low",
  medium: "text-medium",
  high: "text-high",
  critical: "text-bad",
};
const SHAPES: Record<Severity, string> = { info: "–", low: "○", medium: "◐", high: "●", critical: "◆" };

/** How grave, by shape, colour and word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={`whitespace-nowrap font-medium ${COLOURS[severity]}`}>
      <span aria-hidden>{SHAPES[severity]}</span> {severity}
    </span>
  );
}
