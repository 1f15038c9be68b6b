import { COOL_DOWN_MS, CRITICAL_DAYS, DAY_MS } from "./defaults.ts";
import type { Tally, Track } from "./evidence.ts";
import { hardEnough } from "./lacks.ts";
import { nextLevel, rankOf } from "./levels.ts";
import { factsOf, floorLacks, type Look } from "./look.ts";
import type { NextStep } from "./standing.ts";
import type { Lack } from "./strategy.ts";

interface Rise {
  readonly next: NextStep;
  readonly lacks: readonly Lack[];
  readonly again: readonly number[];
}

/** The next step up and what it lacks: by the document, and by the floors below it. */
export function riseOf(
  look: Look,
  track: Track,
  tallies: readonly Tally[],
  critical: number | undefined,
): Rise | undefined {
  const { config, strategy, evidence, now } = look;
  const to = nextLevel(track.level);
  const facts = to && factsOf(look, track, tallies, to);
  if (!to || !facts) return undefined;
  const verdict = strategy.judge(config, facts);
  if (!verdict) return undefined;
  const calm = track.since + COOL_DOWN_MS;
  const raisesCeiling = evidence.ceiling !== null && rankOf(to) > rankOf(evidence.ceiling);
  const human = verdict.human || to === "elevated" || track.category === "deployment" || raisesCeiling;
  // Where nobody looks at it, the calls it rests on are as hard as the gate asks for, whatever a score is made of.
  const floors = human
    ? floorLacks(config, facts.sums, tallies, to)
    : floorLacks(config, facts.hard, tallies, to, hardEnough(to));
  const lacks: Lack[] = [...verdict.lacks, ...floors];
  if (now < calm) lacks.push({ sentence: "a day since its last step", time: true });
  if (critical !== undefined) lacks.push({ sentence: `${CRITICAL_DAYS} days since the critical incident`, time: true });
  if (track.frozen !== null) lacks.push({ sentence: "that a person lets it rise again", time: false });
  const waits = lacks.length > 0 && lacks.every(({ time }) => time);
  return {
    next: { to, missing: lacks.map(({ sentence }) => sentence), human, raisesCeiling },
    lacks,
    again: [
      ...(now < calm ? [calm] : []),
      ...(critical === undefined ? [] : [critical + CRITICAL_DAYS * DAY_MS]),
      ...(waits ? [startOfTomorrow(now)] : []),
    ],
  };
}

function startOfTomorrow(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}
