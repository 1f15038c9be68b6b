import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { wilsonLowerBound } from "#lib/statistics/wilson.ts";
import type { Sums } from "./add-up.ts";
import type { Score, ScorePart } from "./strategy.ts";

/** As many days of work as the longest of the default steps asks for. */
const FULL_DAYS = 56;

/** Calls that went well, of those that ended. */
export function outcomeBound({ completed, failed }: Sums): number {
  return wilsonLowerBound(completed, completed + failed);
}

function humanBound({ approved, rejected }: Sums): number {
  return wilsonLowerBound(approved, approved + rejected);
}

/** An easy call done well adds nothing, so no number of them stands in for a hard one. */
function difficultyBound({ hardness, completed, failed }: Sums): number {
  return wilsonLowerBound(hardness, completed + failed);
}

/** Tasks are the agent's own word, so they count only as far as its calls do. */
function completionBound(sums: Sums): number {
  const tasks = sums.tasksDone + sums.tasksFailed;
  return tasks === 0 ? outcomeBound(sums) : Math.min(outcomeBound(sums), wilsonLowerBound(sums.tasksDone, tasks));
}

function errorFreeBound({ completed, failed, denied }: Sums): number {
  return wilsonLowerBound(completed, completed + failed + denied);
}

/** Of everything it asked for: not denied, not rejected, and nothing alarming in what came back. */
function complianceBound({ completed, failed, denied, rejected, findings }: Sums): number {
  const asked = completed + failed + denied + rejected;
  return wilsonLowerBound(Math.max(0, asked - denied - rejected - Math.min(findings, completed) / 2), asked);
}

function sumOf(parts: readonly ScorePart[]): Score {
  return { value: parts.reduce((sum, { value, weight }) => sum + value * weight, 0), parts };
}

/** What is used where a document gives no weights. */
export function defaultScore(sums: Sums): Score {
  return sumOf([
    { name: "outcome", value: outcomeBound(sums), weight: 0.35 },
    { name: "human_feedback", value: humanBound(sums), weight: 0.25 },
    { name: "task_difficulty", value: difficultyBound(sums), weight: 0.2 },
    { name: "compliance", value: complianceBound(sums), weight: 0.2 },
  ]);
}

export function weightedScore(weights: NonNullable<TrustSection["weights"]>, sums: Sums): Score {
  const parts: readonly ScorePart[] = [
    { name: "task_difficulty", value: difficultyBound(sums), weight: weights.task_difficulty ?? 0 },
    { name: "completion_rate", value: completionBound(sums), weight: weights.completion_rate ?? 0 },
    { name: "error_rate", value: errorFreeBound(sums), weight: weights.error_rate ?? 0 },
    { name: "human_feedback", value: humanBound(sums), weight: weights.human_feedback ?? 0 },
    { name: "time_active", value: Math.min(1, sums.daysActive / FULL_DAYS), weight: weights.time_active ?? 0 },
  ];
  return sumOf(parts.filter(({ weight }) => weight > 0));
}
