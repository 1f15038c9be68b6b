import { RULE_TABLE } from "./rule-table.ts";

/** The table of codes in `docs/manifest.md`, widenings first. */
export function renderRuleTable(): string {
  const rows = Object.entries(RULE_TABLE).toSorted(
    ([, left], [, right]) => Number(right.widening) - Number(left.widening),
  );
  return [
    "| code | widening | what it says |",
    "|---|---|---|",
    ...rows.map(([code, { widening, meaning }]) => `| \`${code}\` | ${widening ? "**yes**" : "no"} | ${meaning} |`),
    "",
  ].join("\n");
}
