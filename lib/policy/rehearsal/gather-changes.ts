import type { TraceLine } from "#lib/policy/decision-trace.ts";
import type {
  RehearsalReason,
  RehearsalResult,
  RehearsedExample,
  RehearsedPair,
  RehearsedTransition,
  ReplacedVersion,
} from "./rehearsal-result.ts";
import type { ReplayedCall } from "./replay-calls.ts";
import { isLooser, STANCES, type Stance } from "./stance.ts";

/** What is shown at the most; what is counted is never cut. */
const PAIRS_MAX = 500;
const REASONS_MAX = 200;
const REPLACED_MAX = 200;
const EXAMPLES_OF_EACH = 3;

interface PairTally {
  readonly agentId: string;
  readonly agent: string;
  readonly tool: string;
  calls: number;
  readonly transitions: Map<string, number>;
  readonly examples: Map<string, readonly RehearsedExample[]>;
}

/** Something that is still being counted. */
type Counted<T> = Omit<T, "calls"> & { calls: number };

/** Adds up replayed calls in memory that depends on how many agents and tools there are, not on how many calls. */
export function openGathering() {
  const pairs = new Map<string, PairTally>();
  const reasons = new Map<string, Counted<RehearsalReason>>();
  const replaced = new Map<string, Counted<ReplacedVersion>>();
  const seen = { calls: 0, decidedOtherwise: 0, first: null as number | null, last: null as number | null };

  return {
    add(replayed: ReplayedCall): void {
      const { call, agent, tool, before, after } = replayed;
      const pair = ensure(pairs, `${agent.id} ${tool.contract.name}`, () => newTally(replayed));
      pair.calls += 1;
      seen.calls += 1;
      seen.first = Math.min(seen.first ?? call.askedAt, call.askedAt);
      seen.last = Math.max(seen.last ?? call.askedAt, call.askedAt);
      if (!call.deniedForTheMoment && call.recorded !== before.stance) seen.decidedOtherwise += 1;
      if (!tool.inForce) {
        const { number, contract } = tool;
        const old = ensure(replaced, tool.versionId, () => ({ tool: contract.name, version: number, calls: 0 }));
        old.calls += 1;
      }
      if (before.stance === after.stance) return;
      noteChange(pair, replayed);
      for (const [side, line] of differingLines(before.lines, after.lines)) noteReason(reasons, side, line);
    },

    result(): RehearsalResult {
      const all = [...pairs.values()].map(pairOf);
      const changed = all.filter((pair) => pair.changed > 0).sort(worstFirst);
      const transitions = addUp(all.flatMap((pair) => pair.transitions));
      const looser = sum(all, (pair) => pair.looser);
      const total = sum(all, (pair) => pair.changed);
      return {
        calls: seen.calls,
        changed: total,
        looser,
        stricter: total - looser,
        decidedOtherwise: seen.decidedOtherwise,
        firstAskedAt: seen.first,
        lastAskedAt: seen.last,
        transitions,
        pairs: changed.slice(0, PAIRS_MAX),
        pairsLeftOut: Math.max(0, changed.length - PAIRS_MAX),
        reasons: [...reasons.values()].sort(mostFirst).slice(0, REASONS_MAX),
        replaced: [...replaced.values()].sort(mostFirst).slice(0, REPLACED_MAX),
      };
    },
  };
}

function newTally({ agent, tool }: ReplayedCall): PairTally {
  const { id: agentId, name } = agent;
  return { agentId, agent: name, tool: tool.contract.name, calls: 0, transitions: new Map(), examples: new Map() };
}

function noteChange(pair: PairTally, { call, before, after }: ReplayedCall): void {
  const key = `${before.stance}>${after.stance}`;
  pair.transitions.set(key, (pair.transitions.get(key) ?? 0) + 1);
  const example = { id: call.id, askedAt: call.askedAt, from: before.stance, to: after.stance };
  // Calls come oldest first, so the last few are the newest.
  pair.examples.set(key, [example, ...(pair.examples.get(key) ?? [])].slice(0, EXAMPLES_OF_EACH));
}

/** Only what holds or denies can make a difference; a line that lets pass never does. */
function* differingLines(
  before: readonly TraceLine[],
  after: readonly TraceLine[],
): Generator<[RehearsalReason["side"], TraceLine]> {
  const [old, current] = [biting(before), biting(after)];
  for (const [key, line] of old) if (!current.has(key)) yield ["gone", line];
  for (const [key, line] of current) if (!old.has(key)) yield ["new", line];
}

function biting(lines: readonly TraceLine[]): Map<string, TraceLine> {
  const strict = lines.filter(({ concluded }) => concluded === "hold" || concluded === "deny");
  return new Map(strict.map((line) => [JSON.stringify([line.rule, line.concluded, line.people, line.saw]), line]));
}

/** Sentences of the gate and of counts name what they saw in one call; their rule stands for all of them. */
const SAYS_ONE_CALL = /^(gate|constraint|budget)\.|^profile\.(max_invocations|only_after)$/;

function noteReason(
  reasons: Map<string, Counted<RehearsalReason>>,
  side: RehearsalReason["side"],
  line: TraceLine,
): void {
  const { rule, concluded, people, sentence } = line;
  const detail = SAYS_ONE_CALL.test(rule) ? "" : `${line.saw}\n${sentence}`;
  const key = JSON.stringify([side, rule, concluded, people, detail]);
  const reason = ensure(reasons, key, () => ({
    side,
    rule,
    concluded,
    ...(people === undefined ? {} : { people }),
    sentence,
    calls: 0,
  }));
  reason.calls += 1;
}

function pairOf({ transitions, examples, ...pair }: PairTally): RehearsedPair {
  const list = [...transitions].map(([key, calls]) => transitionOf(key, calls)).sort(mostFirst);
  return {
    ...pair,
    changed: sum(list, ({ calls }) => calls),
    looser: sum(list, ({ looser, calls }) => (looser ? calls : 0)),
    transitions: list,
    examples: [...examples.values()].flat(),
  };
}

function transitionOf(key: string, calls: number): RehearsedTransition {
  const [from, to] = key.split(">").map((word) => STANCES.find((known) => known === word)) as [Stance, Stance];
  return { from, to, looser: isLooser(from, to), calls };
}

function addUp(transitions: readonly RehearsedTransition[]): RehearsedTransition[] {
  const totals = new Map<string, Counted<RehearsedTransition>>();
  for (const transition of transitions) {
    ensure(totals, `${transition.from}>${transition.to}`, () => ({ ...transition, calls: 0 })).calls +=
      transition.calls;
  }
  return [...totals.values()].sort((one, other) => Number(other.looser) - Number(one.looser) || mostFirst(one, other));
}

function worstFirst(one: RehearsedPair, other: RehearsedPair): number {
  return other.looser - one.looser || other.changed - one.changed || (one.tool < other.tool ? -1 : 1);
}

function mostFirst(one: { readonly calls: number }, other: { readonly calls: number }): number {
  return other.calls - one.calls;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function ensure<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
