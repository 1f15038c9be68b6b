import type { Soaked } from "./run-soak.ts";

interface Circumstances {
  readonly at: Date;
  /** Cores, memory, server: what the seconds depend on. */
  readonly machine: string;
}

/** Beyond this, more of the same sentence tells nobody more. */
const SENTENCES_SHOWN = 10;

/** docs/soak.md: the last full run, as it was. */
export function renderReport(all: readonly Soaked[], { at, machine }: Circumstances): string {
  const seed = all[0]?.seed ?? 0;
  const broken = all.filter(({ violations }) => violations > 0);
  return [
    "# Promises under load",
    "",
    `Written by \`npm run soak\`; the last full run was on ${at.toISOString().slice(0, 10)}, seed ${seed}, on ${machine}.`,
    "The same code runs shorter in `npm test`, each time with a control: the defence is taken out, and violations are found.",
    "",
    "| name | promise | rounds | violations | seconds | what was counted |",
    "|---|---|---:|---:|---:|---|",
    ...all.map(renderRow),
    "",
    ...all.flatMap(({ promise }) => (promise.means ? [`\`${promise.name}\`: ${promise.means}`, ""] : [])),
    ...broken.flatMap(renderViolations),
  ].join("\n");
}

function renderRow({ promise, rounds, violations, seconds, result }: Soaked): string {
  const figures = Object.entries(result.figures).map(([name, value]) => `${spell(name)} ${value.toLocaleString("en")}`);
  const count = violations === 0 ? "0" : `**${violations}**`;
  const cells = [`\`${promise.name}\``, promise.says, rounds.toLocaleString("en"), count, seconds, figures.join(", ")];
  return `| ${cells.join(" | ")} |`;
}

function renderViolations({ promise, result }: Soaked): string[] {
  const shown = result.violations.slice(0, SENTENCES_SHOWN).map((violation) => `- ${violation}`);
  const more = result.violations.length - shown.length;
  return [`## Broken: ${promise.says}`, "", ...shown, ...(more > 0 ? [`- and ${more} more`] : []), ""];
}

/** `votesTried` as a reader would write it. */
function spell(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
