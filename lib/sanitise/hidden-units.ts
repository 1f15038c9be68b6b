import { CARRIES, classOf, PLAIN, SUSPECT } from "./characters.ts";
import { type Company, countKept } from "./honest-company.ts";
import { LETTER, RIGHT_TO_LEFT, traitsOf } from "./traits.ts";

/**
 * Finds the hidden characters of a text that nothing beside them makes honest.
 *
 * The text is read as visible characters with clusters of others between them. A cluster is judged by the visible characters on
 * its sides, which nothing removes, so that what is left is judged the same when it is read again.
 */
export interface HiddenUnit {
  readonly at: number;
  readonly codePoint: number;
  /** Private use or unassigned, in a run long enough to carry data. */
  readonly carries: boolean;
}

/** A run of this many private or unassigned characters is data, not an icon. */
const CARRIER_RUN = 4;
/** How many neutral characters may stand between a directional mark and the letters that it serves. */
const NEUTRAL_REACH = 8;

/** Calls `found` for each, in text order. */
export function eachHidden(text: string, found: (unit: HiddenUnit) => void): void {
  const cluster: HiddenUnit[] = [];
  let at = nextSuspect(text, 0);
  while (at < text.length) {
    cluster.length = 0;
    let codePoint = text.codePointAt(at) as number;
    for (let kind = classOf(codePoint); kind !== PLAIN; kind = classOf(codePoint)) {
      cluster.push({ at, codePoint, carries: kind === CARRIES });
      at += width(codePoint);
      if (at >= text.length) break;
      codePoint = text.codePointAt(at) as number;
    }
    if (cluster.length > 0) settle(text, cluster, found);
    else at += width(codePoint);
    at = nextSuspect(text, at);
  }
}

function nextSuspect(text: string, from: number): number {
  SUSPECT.lastIndex = from;
  return SUSPECT.test(text) ? SUSPECT.lastIndex - 1 : text.length;
}

/** Decides on one cluster. Few carriers are visible glyphs and split it; many are data and go with it. */
function settle(text: string, cluster: readonly HiddenUnit[], found: (unit: HiddenUnit) => void): void {
  const first = cluster[0] as HiddenUnit;
  const last = cluster[cluster.length - 1] as HiddenUnit;
  const end = last.at + width(last.codePoint);
  const carriers = cluster.reduce((count, unit) => count + Number(unit.carries), 0);
  const carriersGo = carriers >= CARRIER_RUN;
  const isNearRightToLeft = (): boolean => isRightToLeftBefore(text, first.at) || isRightToLeftAfter(text, end);
  let before = codePointBefore(text, first.at);
  let from = 0;
  for (let i = 0; i <= cluster.length; i++) {
    const unit = cluster[i];
    if (unit !== undefined && (!unit.carries || carriersGo)) continue;
    const after = unit?.codePoint ?? text.codePointAt(end) ?? -1;
    const atStart = from < cluster.length && (cluster[from] as HiddenUnit).at === 0;
    settleGroup(cluster.slice(from, i), { before, after, atStart, isNearRightToLeft }, found);
    before = after;
    from = i + 1;
  }
}

/** Decides on the hidden characters between two visible ones; carriers among them are data by now. */
function settleGroup(group: readonly HiddenUnit[], company: Company, found: (unit: HiddenUnit) => void): void {
  const hiding = group.filter((unit) => !unit.carries);
  let kept = countKept(
    hiding.map((unit) => unit.codePoint),
    company,
  );
  for (const unit of group) {
    if (!unit.carries && kept > 0) kept -= 1;
    else found(unit);
  }
}

function width(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function codePointBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? (text.codePointAt(at - 2) as number) : unit;
}

/** The nearest letter on a side, past neutral characters and past whatever may be removed, reads from right to left. */
function isRightToLeftBefore(text: string, start: number): boolean {
  for (let at = start, neutrals = 0; at > 0 && neutrals < NEUTRAL_REACH; ) {
    const codePoint = codePointBefore(text, at);
    at -= width(codePoint);
    if (classOf(codePoint) !== PLAIN) continue;
    if ((traitsOf(codePoint) & (RIGHT_TO_LEFT | LETTER)) !== 0) return (traitsOf(codePoint) & RIGHT_TO_LEFT) !== 0;
    neutrals += 1;
  }
  return false;
}

function isRightToLeftAfter(text: string, end: number): boolean {
  for (let at = end, neutrals = 0; at < text.length && neutrals < NEUTRAL_REACH; ) {
    const codePoint = text.codePointAt(at) as number;
    at += width(codePoint);
    if (classOf(codePoint) !== PLAIN) continue;
    if ((traitsOf(codePoint) & (RIGHT_TO_LEFT | LETTER)) !== 0) return (traitsOf(codePoint) & RIGHT_TO_LEFT) !== 0;
    neutrals += 1;
  }
  return false;
}
