import { CARRIES, classOf, isDirectionalControl, isTag, isVariationSelector } from "./characters.ts";
import type { Severity } from "./finding.ts";
import { eachHidden } from "./hidden-units.ts";
import { StageLog, type StageResult, worse } from "./stage.ts";

/**
 * Takes out the characters that a person does not see and a model reads: directional overrides, tags, selector and zero-width
 * codes, private use runs. What the company of a character makes honest stays.
 */
export function stripHidden(text: string): StageResult {
  const log = new HiddenLog();
  eachHidden(text, (at, codePoint) => log.drop(at, codePoint));
  return log;
}

/** Hidden characters this close together, this often, are a code and not a slip. */
const INTERLEAVE_ALARM = 4;

/** A code spread over a sentence is one finding, and an alarm. */
class HiddenLog extends StageLog {
  #streak = 0;
  #last = -1;

  drop(at: number, codePoint: number): void {
    const end = at + (codePoint > 0xffff ? 2 : 1);
    // A megabyte of the same character: nothing new to judge.
    if (codePoint === this.#last && this.#streak >= INTERLEAVE_ALARM && this.extend(at, end)) return;
    const { rule, severity } = judge(codePoint);
    this.#last = codePoint;
    this.#streak = this.follows(rule, at) ? this.#streak + 1 : 1;
    const alarming = this.#streak >= INTERLEAVE_ALARM ? worse(severity, "medium") : severity;
    this.edit(at, end, "", rule, alarming);
  }
}

interface Verdict {
  readonly rule: string;
  readonly severity: Severity;
}

const PRIVATE: Verdict = { rule: "hidden.private-use", severity: "medium" };
const TAG: Verdict = { rule: "hidden.tag", severity: "high" };
const SELECTOR: Verdict = { rule: "hidden.variation-selector", severity: "low" };
const OVERRIDE: Verdict = { rule: "hidden.bidi", severity: "high" };
const REORDERING: Verdict = { rule: "hidden.bidi", severity: "medium" };
/** Closing marks and first-strong isolates reorder nothing alone; message libraries write them around every name. */
const ISOLATING: Verdict = { rule: "hidden.bidi", severity: "low" };
const SOFT_HYPHEN: Verdict = { rule: "hidden.soft-hyphen", severity: "info" };
const ANNOTATION: Verdict = { rule: "hidden.annotation", severity: "medium" };
const NONCHARACTER: Verdict = { rule: "hidden.noncharacter", severity: "low" };
const ZERO_WIDTH: Verdict = { rule: "hidden.zero-width", severity: "low" };

function judge(codePoint: number): Verdict {
  if (isNoncharacter(codePoint)) return NONCHARACTER;
  if (classOf(codePoint) === CARRIES || codePoint >= 0xf0000) return PRIVATE;
  if (isTag(codePoint)) return TAG;
  if (isVariationSelector(codePoint)) return SELECTOR;
  if (codePoint === 0x202d || codePoint === 0x202e) return OVERRIDE;
  if (codePoint === 0x202c || codePoint === 0x2068 || codePoint === 0x2069) return ISOLATING;
  if (isDirectionalControl(codePoint)) return REORDERING;
  if (codePoint === 0x00ad) return SOFT_HYPHEN;
  if (codePoint >= 0xfff9 && codePoint <= 0xfffb) return ANNOTATION;
  return ZERO_WIDTH;
}

function isNoncharacter(codePoint: number): boolean {
  return (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
}
