import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import { addUp, type Sums } from "./add-up.ts";
import { incidentsOf } from "./decay.ts";
import { DAY_MS, GATE_DIFFICULTY, LEAST_CALLS } from "./defaults.ts";
import { tooManyErrors } from "./error-rate.ts";
import type { Tally, Track, TrustEvidence } from "./evidence.ts";
import { counted, figure } from "./lacks.ts";
import { stepTo } from "./levels.ts";
import type { Lack, StepFacts, TrustStrategy } from "./strategy.ts";

/** One agent's evidence under one document at one moment. */
export interface Look {
  readonly config: TrustSection;
  readonly strategy: TrustStrategy;
  readonly evidence: TrustEvidence;
  readonly now: number;
}

/** What a step to a level is judged by. */
export function factsOf(look: Look, track: Track, tallies: readonly Tally[], to: TrustLevel): StepFacts | undefined {
  const step = stepTo(to);
  if (!step) return undefined;
  const current = tallies.filter((tally) => tally.current);
  const hard = current.filter(({ difficulty }) => difficulty >= GATE_DIFFICULTY[to]);
  const faults = [
    ...tallies.filter(({ failed, denied }) => failed + denied > 0).map(({ stretch }) => endOfDay(stretch, look.now)),
    ...incidentsOf(look.evidence, track, look.now).map(({ at }) => at),
  ];
  const lastFault = faults.length > 0 ? Math.max(...faults) : null;
  return { scope: track.category, step, to, sums: addUp(current), hard: addUp(hard), lastFault, now: look.now };
}

/** What happened within a day has no time any more, so that it counts as late as it may have been. */
function endOfDay(stretch: number, now: number): number {
  return Math.min((Math.floor(stretch / DAY_MS) + 1) * DAY_MS, now);
}

/**
 * Whatever a document asks for, a step rests on calls that went well, and on few enough failures to stay where it leads. `done`: the calls it
 * rests on, and `hard` how hard those are.
 */
export function floorLacks(
  config: TrustSection,
  done: Sums,
  tallies: readonly Tally[],
  to: TrustLevel,
  hard = "",
): Lack[] {
  const lacks: Lack[] = [];
  const more = LEAST_CALLS - done.completed;
  if (more > 0) lacks.push({ sentence: `${counted(more, "more completed call")}${hard}`, time: false });
  const errors = tooManyErrors(config, tallies, to, 1);
  if (errors)
    lacks.push({
      sentence: `fewer failures: ${figure(errors.failed / errors.calls)} of its calls${errors.hard}, at most ${figure(errors.most)}`,
      time: false,
    });
  return lacks;
}
