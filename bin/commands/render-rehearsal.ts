import { plainText } from "#lib/policy/plain-text.ts";
import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";

const PAIRS_SHOWN = 40;
const REASONS_SHOWN = 20;

export interface ToldRehearsal {
  readonly inForce: number;
  readonly seconds: number;
  readonly result: RehearsalResult;
}

/** A rehearsal for a person at a terminal: what changes, for whom, and why. The JSON form has all of it. */
export function renderRehearsal(file: string, { inForce, seconds, result }: ToldRehearsal): string {
  const head = `${number(result.calls)} calls under ${file} instead of v${inForce}, in ${seconds.toFixed(1)} s`;
  const notes =
    result.replaced.length > 0
      ? [
          `${number(sum(result.replaced))} of them called versions that are not in force any more; decided by their own contracts.`,
        ]
      : [];
  if (result.changed === 0) return lines(head, ...notes, "Nothing would change.");
  return lines(
    head,
    ...notes,
    "",
    ...result.transitions.map(
      ({ from, to, looser, calls }) =>
        `${looser ? "LOOSER" : "      "}  ${`${from} → ${to}`.padEnd(16)} ${number(calls).padStart(9)}`,
    ),
    "",
    ...result.pairs
      .slice(0, PAIRS_SHOWN)
      .flatMap(({ agent, tool, calls, changed, looser, examples }) => [
        `${looser > 0 ? "LOOSER" : "      "}  ${agent} × ${plainText(tool, 64)}: ${number(changed)} of ${number(calls)}`,
        ...examples.slice(0, 3).map(({ id, from, to }) => `          ${id}  ${from} → ${to}`),
      ]),
    ...leftOut(result.pairs.length + result.pairsLeftOut - PAIRS_SHOWN),
    "",
    ...result.reasons
      .slice(0, REASONS_SHOWN)
      .map(
        ({ side, rule, calls, sentence }) =>
          `${side === "new" ? "+" : "-"} ${rule} (${number(calls)})  ${plainText(sentence, 160)}`,
      ),
    "",
    `${number(result.changed)} would be decided otherwise: ${number(result.stricter)} stricter, ${number(result.looser)} looser`,
  );
}

function leftOut(count: number): string[] {
  return count > 0 ? [`        … and ${number(count)} more; --json has them`] : [];
}

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

function number(count: number): string {
  return count.toLocaleString("en-GB");
}

function sum(items: readonly { readonly calls: number }[]): number {
  return items.reduce((total, { calls }) => total + calls, 0);
}
