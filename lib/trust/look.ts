import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import { addUp, recentErrors, type Sums } from "./add-up.ts";
import { incidentsOf } from "./decay.ts";
import { GATE_DIFFICULTY, LEAST_CALLS, reVerificationOf } from "./defaults.ts";
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
    ...tallies.filter(({ failed, denied }) => failed + denied > 0).map(({ stretch }) => stretch),
    ...incidentsOf(look.evidence, track, look.now).map(({ at }) => at),
  ];
  const lastFault = faults.length > 0 ? Math.max(...faults) : null;
  return { scope: track.category, step, to, sums: addUp(current), hard: addUp(hard), lastFault, now: look.now };
}

/** Whatever a document asks for, a step rests on calls that were seen, and on few enough failures to stay where it leads. `hard`: how hard those calls are. */
export function floorLacks(config: TrustSection, sums: Sums, tallies: readonly Tally[], hard = ""): Lack[] {
  const lacks: Lack[] = [];
  const seen = sums.completed + sums.failed;
  if (seen < LEAST_CALLS) lacks.push({ sentence: `${counted(LEAST_CALLS - seen, "more call")}${hard}`, time: false });
  const rules = reVerificationOf(config);
  const { calls, failed } = recentErrors(tallies);
  if (rules && calls > 0 && failed / calls > rules.errorRate)
    lacks.push({
      sentence: `fewer failures: ${figure(failed / calls)} of its calls, at most ${figure(rules.errorRate)}`,
      time: false,
    });
  return lacks;
}
