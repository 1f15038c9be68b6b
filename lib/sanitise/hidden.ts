import { isDirectionalControl, isTag, isVariationSelector } from "./characters.ts";
import type { Severity } from "./finding.ts";
import { eachHidden, type HiddenUnit } from "./hidden-units.ts";
import { StageLog, type StageResult, worse } from "./stage.ts";

/**
 * Takes out the characters that a person does not see and a model reads: directional overrides, tags, selector and zero-width
 * codes, private use runs. What the company of a character makes honest stays.
 */
export function stripHidden(text: string): StageResult {
  const log = new HiddenLog();
  eachHidden(text, (unit) => log.drop(unit));
  return log;
}

/** Hidden characters this close together, this often, are a code and not a slip. */
const INTERLEAVE_ALARM = 4;

/** Writes the edits and joins the notes: a code spread over a sentence is one finding, and an alarm. */
class HiddenLog extends StageLog {
  #streak = 0;

  drop({ at, codePoint, carries }: HiddenUnit): void {
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const { rule, severity } = judge(codePoint, carries);
    this.cut(at, end, "");
    this.#streak = this.follows(rule, at) ? this.#streak + 1 : 1;
    const alarming = this.#streak >= INTERLEAVE_ALARM ? worse(severity, "medium") : severity;
    this.note({ rule, severity: alarming, start: at, end, action: "removed" });
  }
}

function judge(codePoint: number, carries: boolean): { rule: string; severity: Severity } {
  if (carries || codePoint >= 0xf0000) return { rule: "hidden.private-use", severity: "medium" };
  if (isTag(codePoint)) return { rule: "hidden.tag", severity: "high" };
  if (isVariationSelector(codePoint)) return { rule: "hidden.variation-selector", severity: "low" };
  if (codePoint === 0x202d || codePoint === 0x202e) return { rule: "hidden.bidi", severity: "high" };
  if (isDirectionalControl(codePoint)) {
    // Closing marks and first-strong isolates reorder nothing alone; message libraries write them around every name.
    const weak = codePoint === 0x202c || codePoint === 0x2068 || codePoint === 0x2069;
    return { rule: "hidden.bidi", severity: weak ? "low" : "medium" };
  }
  if (codePoint === 0x00ad) return { rule: "hidden.soft-hyphen", severity: "info" };
  if (codePoint >= 0xfff9 && codePoint <= 0xfffb) return { rule: "hidden.annotation", severity: "medium" };
  if ((codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef)) {
    return { rule: "hidden.noncharacter", severity: "low" };
  }
  return { rule: "hidden.zero-width", severity: "low" };
}
