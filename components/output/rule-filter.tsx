"use client";
import { classes } from "#components/ui/classes.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

interface RuleFilterProps {
  findings: readonly Finding[];
  /** Null: all of them. */
  rule: string | null;
  onRule: (rule: string | null) => void;
}

/** Which rules found something and how often; one of them alone on request. */
export function RuleFilter({ findings, rule, onRule }: RuleFilterProps) {
  const counts = [...Map.groupBy(findings, (finding) => finding.rule)]
    .map(([name, found]) => ({ name, count: found.length }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show what one rule found</legend>
      <Choice label="all" count={findings.length} chosen={rule === null} onChoose={() => onRule(null)} />
      {counts.map(({ name, count }) => (
        <Choice
          key={name}
          label={name}
          count={count}
          chosen={rule === name}
          onChoose={() => onRule(rule === name ? null : name)}
        />
      ))}
    </fieldset>
  );
}

function Choice({
  label,
  count,
  chosen,
  onChoose,
}: {
  label: string;
  count: number;
  chosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={classes(
        "inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 font-mono text-xs",
        chosen
          ? "border-accent bg-accent-soft text-ink"
          : "border-line-strong text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      {label}
      <span className="figures text-ink-3">{count.toLocaleString("en-GB")}</span>
    </button>
  );
}
