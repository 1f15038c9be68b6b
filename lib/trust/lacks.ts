import type { TrustCriterion, TrustLevel } from "#lib/policy/document/trust-section.ts";
import type { Sums } from "./add-up.ts";
import { meanLowerBound, successesNeeded } from "./bounds.ts";
import { DAY_MS, DEFAULT_BARS, GATE_DIFFICULTY } from "./defaults.ts";
import { outcomeBound } from "./score.ts";
import type { Lack, StepFacts } from "./strategy.ts";

export function figure(value: number): string {
  return value.toFixed(2);
}

export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

const lack = (sentence: string, time = false): Lack => ({ sentence, time });

/** What people said of the work, if they said anything; else what the agent said, which counts only beside its calls. */
export function qualityOf({ said, judged }: Sums): { bound: number; count: number } {
  const scores = judged.count > 0 ? judged : said;
  return { bound: meanLowerBound(scores), count: scores.count };
}

/** What a step lacks by a written criterion. */
export function criterionLacks(criterion: TrustCriterion, facts: StepFacts): Lack[] {
  const lacks: Lack[] = [];
  const { tasks_completed: tasks, quality_score_min: quality, score, time_active_days, clean_history_days } = criterion;
  if (tasks !== undefined && facts.hard.tasksDone < tasks)
    lacks.push(lack(`${counted(tasks - facts.hard.tasksDone, "more completed task")}${hardEnough(facts.to)}`));
  if (quality !== undefined) {
    const { bound, count } = qualityOf(facts.hard);
    if (count === 0) lacks.push(lack(`a quality of ${quality}: nobody has scored its work`));
    else if (count === 1) lacks.push(lack(`a quality of ${quality}: one score alone says too little`));
    else if (bound < quality) lacks.push(lack(`a quality of ${quality}: it is ${figure(bound)} at the least`));
  }
  if (score !== undefined) lacks.push(...outcomeLacks(facts, score));
  if (time_active_days !== undefined) lacks.push(...daysLacks(facts, time_active_days));
  if (clean_history_days !== undefined) lacks.push(...cleanLacks(facts, clean_history_days));
  return lacks;
}

/** What a step lacks where nothing is written: the bound of its calls, and with `days` a time of work. */
export function defaultLacks(facts: StepFacts, withDays: boolean): Lack[] {
  const { score, days } = DEFAULT_BARS[facts.step];
  return [...outcomeLacks(facts, score), ...(withDays ? daysLacks(facts, days) : [])];
}

function outcomeLacks(facts: StepFacts, bar: number): Lack[] {
  const bound = outcomeBound(facts.hard);
  if (bound >= bar) return [];
  const { completed, failed } = facts.hard;
  const more = successesNeeded(completed, completed + failed, bar);
  return [
    lack(
      more === undefined
        ? `a clean record: ${figure(bound)} does not reach ${figure(bar)}`
        : `${counted(more, "more clean call")}${hardEnough(facts.to)} (${figure(bound)} → ${figure(bar)})`,
    ),
  ];
}

function daysLacks({ sums, now }: StepFacts, days: number): Lack[] {
  const active = sums.firstSuccess === null ? 0 : Math.floor((now - sums.firstSuccess) / DAY_MS);
  return active >= days ? [] : [lack(`${counted(days - active, "more day")} of work`, true)];
}

function cleanLacks({ sums, lastFault, now }: StepFacts, days: number): Lack[] {
  const from = Math.max(lastFault ?? 0, sums.firstSuccess ?? now);
  const clean = Math.floor((now - from) / DAY_MS);
  return clean >= days ? [] : [lack(`${counted(days - clean, "more day")} without a fault`, true)];
}

/** How hard the work has to be that counts for a step to a level, as a reader is told. */
export function hardEnough(to: TrustLevel): string {
  return GATE_DIFFICULTY[to] > 1 ? ` of difficulty ${GATE_DIFFICULTY[to]} or more` : "";
}
