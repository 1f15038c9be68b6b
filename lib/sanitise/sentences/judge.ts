import type { Severity } from "../finding.ts";
import type { Note } from "../stage.ts";
import { readEvidence } from "./evidence.ts";
import { scoreUnit } from "./model/score.ts";
import type { Unit } from "./units.ts";

/**
 * Weighs what the model and the grammar say of a unit. Neither alone is much: the model knows wording, the grammar knows who is
 * told to do what. In the logarithm of the odds, so that they add up.
 */
const GRAVE_RULE = 3;
const RULE = 2;
/** Words that are quoted or spoken of. */
const SPOKEN_OF = -2;
/** Under this no rule of the grammar could make it an alarm. */
const LOOKS = -2;

/** Chosen by cross-validation over groups and sources; docs/cleaning-sentences.md has the figures. */
const NOTED = 0;
const ALARM = 2;
const GRAVE = 5;

/** What is to be said of a unit; nothing, for most. */
export function judgeUnit(text: string, unit: Unit, bonus = 0): Note | undefined {
  const score = scoreUnit(text, unit.start, unit.end) + bonus;
  if (score < LOOKS) return undefined;
  const { rule, severity, isSpokenOf } = readEvidence(text, unit);
  const weight =
    score + (rule === undefined ? 0 : severity === "medium" ? RULE : GRAVE_RULE) + (isSpokenOf ? SPOKEN_OF : 0);
  if (weight <= NOTED) return undefined;
  return { rule: rule ?? "injection.sentence", severity: severityOf(weight), ...trimmed(text, unit), action: "none" };
}

function severityOf(weight: number): Severity {
  if (weight > GRAVE) return "high";
  return weight > ALARM ? "medium" : "low";
}

/** Without the white space and marks around it. */
function trimmed(text: string, { start, end }: Unit): Unit {
  let first = start;
  let last = end;
  while (first < last && isEdge(text.charCodeAt(first))) first++;
  while (last > first && text.charCodeAt(last - 1) <= 32) last--;
  return first < last ? { start: first, end: last } : { start, end };
}

function isEdge(code: number): boolean {
  return code <= 32 || code === 34 || code === 44 || code === 58;
}
