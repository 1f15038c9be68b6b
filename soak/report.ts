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
  const day = at.toISOString().slice(0, 10);
  const broken = all.filter(({ violations }) => violations > 0);
  return [
    "# Promises under load",
    "",
    "What Airlock promises about races, crashes and hostile input, each tried thousands of times against a database server of its own.",
    "",
    "```sh",
    "npm run soak                       # all of them; writes this page",
    "npm run soak two-people clean      # some of them",
    "npm run soak model -- --seed 5     # with the choices of an earlier run; the interleaving is the machine's",
    "npm run soak -- --json             # one object a line",
    "```",
    "",
    "Exit 0: no violation. 1: at least one, each with a sentence that says which round and what. 2: usage. 3: bubblewrap is missing.",
    "The same code runs shorter in `npm test`, each time with a control: the defence is taken out, and violations are found.",
    "[Earlier runs, and runs by name](soak-runs.md) are kept by hand.",
    "",
    `The last full run was on ${day}, on ${machine}.`,
    "",
    "| name | promise | rounds | violations | seconds | run, seed |",
    "|---|---|---:|---:|---:|---|",
    ...all.map((soaked) => renderRow(soaked, day)),
    "",
    "## What was tried, and what was counted",
    "",
    ...all.flatMap(renderTrial),
    "",
    ...broken.flatMap(renderViolations),
  ].join("\n");
}

function renderRow({ promise, rounds, violations, seconds, seed }: Soaked, day: string): string {
  const count = violations === 0 ? "0" : `**${violations}**`;
  const cells = [`\`${promise.name}\``, promise.says, rounds.toLocaleString("en"), count, seconds, `${day}, ${seed}`];
  return `| ${cells.join(" | ")} |`;
}

/** The counts stand beside what they are counts of: in the table they made rows that nobody could read. */
function renderTrial({ promise, result }: Soaked): string[] {
  const figures = Object.entries(result.figures).map(([name, value]) => `${spell(name)} ${value.toLocaleString("en")}`);
  const lines = [promise.means, figures.length > 0 ? `Counted: ${figures.join(", ")}.` : undefined].filter(Boolean);
  return lines.length > 0 ? [`- \`${promise.name}\`: ${lines.join(" ")}`] : [];
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
