import { CARRIES, classOf, isDirectionalControl, isTag, isVariationSelector, PLAIN, SUSPECT } from "./characters.ts";
import { SEVERITIES, type Severity } from "./finding.ts";
import { type Company, countKept } from "./honest-company.ts";
import { StageLog, type StageResult } from "./stage.ts";

/**
 * Characters that a person does not see and a model reads: directional overrides, tags, selector and zero-width codes, private
 * use runs. What the company of a character makes honest stays.
 *
 * The text is read as visible characters with clusters between them. A cluster is judged by the visible characters on its
 * sides, which nothing removes, so that cleaning the result again changes nothing.
 */

/** A run of this many private or unassigned characters is data, not an icon. */
const CARRIER_RUN = 4;
/** Hidden characters this close together, this often, are a code and not a slip. */
const INTERLEAVE_GAP = 2;
const INTERLEAVE_ALARM = 4;
/** How far a directional mark may stand from the letters that it serves. */
const NEUTRAL_REACH = 8;

const RIGHT_TO_LEFT =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Yezidi}]$/u;
const LETTER = /^\p{L}$/u;

interface Unit {
  readonly at: number;
  readonly codePoint: number;
  readonly carries: boolean;
}

export function stripHidden(text: string): StageResult {
  const log = new HiddenLog();
  for (const cluster of clusters(text)) settle(text, cluster, log);
  return log;
}

/** The maximal runs of characters that are not plain. */
function* clusters(text: string): Generator<readonly Unit[]> {
  let at = nextSuspect(text, 0);
  while (at < text.length) {
    const units: Unit[] = [];
    while (at < text.length) {
      const codePoint = text.codePointAt(at) as number;
      const kind = classOf(codePoint);
      if (kind === PLAIN) break;
      units.push({ at, codePoint, carries: kind === CARRIES });
      at += codePoint > 0xffff ? 2 : 1;
    }
    if (units.length > 0) yield units;
    else at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    at = nextSuspect(text, at);
  }
}

function nextSuspect(text: string, from: number): number {
  SUSPECT.lastIndex = from;
  return SUSPECT.test(text) ? SUSPECT.lastIndex - 1 : text.length;
}

/** Decides on one run. Few carriers are visible glyphs and split it; many are data and go with it. */
function settle(text: string, units: readonly Unit[], log: HiddenLog): void {
  const carriers = units.reduce((count, unit) => count + (unit.carries ? 1 : 0), 0);
  const drops = carriers >= CARRIER_RUN;
  const first = units[0] as Unit;
  const last = units[units.length - 1] as Unit;
  const end = last.at + width(last.codePoint);
  const kept = new Set<number>();
  let group: Unit[] = [];
  let before = characterBefore(text, first.at);
  const close = (after: string): void => {
    const company: Company = {
      before,
      after,
      atStart: group[0]?.at === 0,
      nearRightToLeft: () => isNearRightToLeft(text, first.at, end),
    };
    const count = countKept(
      group.map((unit) => unit.codePoint),
      company,
    );
    for (const unit of group.slice(0, count)) kept.add(unit.at);
  };
  for (const unit of units) {
    if (!unit.carries) group.push(unit);
    else if (!drops) {
      const glyph = String.fromCodePoint(unit.codePoint);
      close(glyph);
      kept.add(unit.at);
      group = [];
      before = glyph;
    }
  }
  close(characterAt(text, end));
  for (const unit of units) if (!kept.has(unit.at)) log.drop(unit);
}

function width(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
}

function characterAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at);
  return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
}

/** Looks past neutral characters to the nearest letter on each side, and past whatever this stage may remove. */
function isNearRightToLeft(text: string, start: number, end: number): boolean {
  for (let at = start, neutrals = 0; at > 0 && neutrals < NEUTRAL_REACH; ) {
    const character = characterBefore(text, at);
    at -= character.length;
    if (RIGHT_TO_LEFT.test(character)) return true;
    if (LETTER.test(character)) break;
    if (classOf(character.codePointAt(0) as number) === PLAIN) neutrals++;
  }
  for (let at = end, neutrals = 0; at < text.length && neutrals < NEUTRAL_REACH; ) {
    const character = characterAt(text, at);
    at += character.length;
    if (RIGHT_TO_LEFT.test(character)) return true;
    if (LETTER.test(character)) return false;
    if (classOf(character.codePointAt(0) as number) === PLAIN) neutrals++;
  }
  return false;
}

/** Writes the edits and joins the notes: a code spread over a sentence is one finding, and an alarm. */
class HiddenLog extends StageLog {
  #streak = 0;

  drop({ at, codePoint, carries }: Unit): void {
    const end = at + width(codePoint);
    this.cut(at, end, "");
    const { rule, severity } = judge(codePoint, carries);
    const last = this.notes.at(-1);
    if (last === undefined || last.rule !== rule || at - last.end > INTERLEAVE_GAP) {
      this.#streak = 1;
      this.note({ rule, severity, start: at, end, action: "removed" });
      return;
    }
    this.#streak += 1;
    const grown = this.#streak >= INTERLEAVE_ALARM ? worse(severity, "medium") : severity;
    this.notes[this.notes.length - 1] = { ...last, severity: worse(last.severity, grown), end };
  }
}

function worse(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;
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
