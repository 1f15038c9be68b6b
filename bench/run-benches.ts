import { BARS, barOf } from "./bars.ts";
import { type Bench, type Circumstances, isWanted, LEAST_ROUNDS } from "./bench.ts";
import { exitCodeOf, judge, type Verdict } from "./judge.ts";
import { renderTable } from "./render-table.ts";

interface RunOptions {
  readonly json: boolean;
  readonly signal: AbortSignal;
  print(text: string): void;
  say(line: string): void;
  readonly rounds?: number;
  readonly milliseconds?: number;
  readonly only?: readonly string[];
}

/** Two more than the least: one disturbed round on either side then no longer decides. */
const ROUNDS = LEAST_ROUNDS + 2;
const ROUND_MS = 1_000;

/** Runs benches one after the other and says what came out; the number is the exit code. */
export async function runBenches(benches: readonly Bench[], options: RunOptions): Promise<0 | 1 | 4> {
  const { json, signal, print, say, rounds = ROUNDS, milliseconds = ROUND_MS, only } = options;
  if (rounds < LEAST_ROUNDS) throw new Error(`A bench takes at least ${LEAST_ROUNDS} rounds.`);
  const circumstances: Circumstances = { rounds, milliseconds, signal, say, ...(only ? { only } : {}) };
  const verdicts: Verdict[] = [];
  for (const bench of benches) {
    for await (const reading of bench.run(circumstances)) {
      if (!isWanted(circumstances, reading.metric)) continue;
      const verdict = judge(bench.name, reading, barOf(bench.name, reading.metric));
      verdicts.push(verdict);
      if (json) print(JSON.stringify(verdict));
    }
  }
  if (!json) print(renderTable(verdicts));
  const unjudged = barsWithoutVerdict(benches, verdicts, circumstances);
  for (const bar of unjudged) say(`✗ ${bar}: there is a bar and it was never measured`);
  return unjudged.length > 0 ? 1 : exitCodeOf(verdicts);
}

/** A metric that was renamed or left out would take its bar with it: what is promised and not measured is not kept. */
function barsWithoutVerdict(
  benches: readonly Bench[],
  verdicts: readonly Verdict[],
  circumstances: Circumstances,
): string[] {
  const judged = new Set(verdicts.map(({ bench, metric }) => `${bench} ${metric}`));
  const promised = Object.keys(BARS).filter((bar) => benches.some(({ name }) => isPromised(name, bar, circumstances)));
  return promised.filter((bar) => !judged.has(bar));
}

function isPromised(bench: string, bar: string, circumstances: Circumstances): boolean {
  return bar.startsWith(`${bench} `) && isWanted(circumstances, bar.slice(bench.length + 1));
}
