import { BEYOND_ASCII, CHARACTERS } from "./bitmaps/bitmaps.ts";
import { CARRIES, classOf, isPlainUnit, isSmallLetter, isWatchedPicture, isWatchedUnit, PLAIN } from "./characters.ts";
import { type Company, countKept } from "./honest-company.ts";
import { LETTER, RIGHT_TO_LEFT, traitsOf } from "./traits.ts";
import { type Bitmaps, bitmapsOf } from "./units.ts";

/**
 * Finds the hidden characters of a text that nothing beside them makes honest.
 *
 * The text is read as visible characters with clusters of others between them. A cluster is judged by the visible characters on
 * its sides, which nothing removes, so that what is left is judged the same when it is read again.
 */
export type HiddenFound = (at: number, codePoint: number) => void;

/** Is told, in text order, what stays and may be a piece of a code. `seen`: how many units that can be seen stand before it. */
export interface Watch {
  kept(at: number, codePoint: number, company: Company, seen: number): void;
  seen(at: number, codePoint: number, seen: number): void;
}

/** A run of this many private or unassigned characters is data, not an icon. */
const CARRIER_RUN = 4;
/** How many neutral characters may stand between a directional mark and the letters that it serves. */
const NEUTRAL_REACH = 16;

/** Calls `found` for each, in text order. It may not ask for the units of another text. `isStart`: nothing stands before the text. */
export function eachHidden(text: string, found: HiddenFound, isStart = true, watch?: Watch): void {
  const bitmaps = bitmapsOf(text, CHARACTERS);
  const { length } = text;
  const cluster: number[] = [];
  // What is hidden, and goes or stays, keeps nothing apart.
  let hidden = 0;
  for (let at = nextSuspect(bitmaps, 0, length); at < length; at = nextSuspect(bitmaps, at, length)) {
    const start = at;
    cluster.length = 0;
    let codePoint = text.codePointAt(at) as number;
    while (classOf(codePoint) !== PLAIN) {
      cluster.push(codePoint);
      at += width(codePoint);
      if (at >= length) break;
      codePoint = text.codePointAt(at) as number;
    }
    if (cluster.length > 0) {
      settle(text, start, at, cluster, found, isStart, watch, start - hidden);
      hidden += at - start;
    } else {
      if (watch !== undefined && (codePoint > 0xffff ? isWatchedPicture(codePoint) : isWatchedUnit(codePoint)))
        watch.seen(at, codePoint, at - hidden);
      at += width(codePoint);
    }
  }
}

/** Whether there is a character that could hide something, whatever stands beside it. */
export function holdsSuspect(text: string): boolean {
  const bitmaps = bitmapsOf(text, CHARACTERS);
  let at = nextSuspect(bitmaps, 0, text.length);
  while (at < text.length && isWatchedUnit(bitmaps.units[at] as number)) at = nextSuspect(bitmaps, at + 1, text.length);
  return at < text.length;
}

/** No character of ASCII hides anything. */
function nextSuspect(bitmaps: Bitmaps, from: number, length: number): number {
  const { units } = bitmaps;
  for (let at = bitmaps.next(BEYOND_ASCII, from, length); at < length; at = bitmaps.next(BEYOND_ASCII, at + 1, length))
    if (!isPlainUnit(units[at] as number)) return at;
  return length;
}

/** Decides on the cluster at `[start, end)`. Few carriers are visible glyphs and split it; many are data and go with it. */
function settle(
  text: string,
  start: number,
  end: number,
  cluster: readonly number[],
  found: HiddenFound,
  isStart: boolean,
  watch: Watch | undefined,
  seen: number,
): void {
  const carriersGo = countCarriers(cluster) >= CARRIER_RUN || cutsWord(text, start, end, cluster);
  const isNearRightToLeft = (): boolean => isRightToLeftBefore(text, start) || isRightToLeftAfter(text, end);
  let before = codePointBefore(text, start);
  let at = start;
  let from = 0;
  for (let i = 0; i <= cluster.length; i++) {
    const codePoint = cluster[i] ?? text.codePointAt(end) ?? -1;
    if (i < cluster.length && (carriersGo || classOf(codePoint) !== CARRIES)) continue;
    const company = { before, after: codePoint, atStart: isStart && at === 0, isNearRightToLeft };
    const group = from === 0 && i === cluster.length ? cluster : cluster.slice(from, i);
    at = settleGroup(at, group, company, found, watch, seen);
    if (watch !== undefined && i < cluster.length)
      watch.kept(at, codePoint, { ...company, after: firstBehind(text, at + width(codePoint)) }, seen);
    at += width(codePoint);
    before = codePoint;
    from = i + 1;
  }
}

/** What no table knows, between two small letters. Private glyphs stay there: in texts out of PDF they are ligatures. */
function cutsWord(text: string, start: number, end: number, cluster: readonly number[]): boolean {
  if (!isSmallLetter(text.charCodeAt(start - 1)) || !isSmallLetter(text.charCodeAt(end))) return false;
  return countCarriers(cluster) > 0 && !cluster.some(isPrivate);
}

function isPrivate(codePoint: number): boolean {
  return codePoint >= 0xe000 && codePoint <= 0xf8ff;
}

function countCarriers(cluster: readonly number[]): number {
  let carriers = 0;
  for (const codePoint of cluster) if (classOf(codePoint) === CARRIES) carriers += 1;
  return carriers;
}

/** Decides on the hidden characters between two visible ones, at `at`; carriers among them are data. Answers where they end. */
function settleGroup(
  at: number,
  group: readonly number[],
  company: Company,
  found: HiddenFound,
  watch: Watch | undefined,
  seen: number,
): number {
  const carriers = countCarriers(group);
  let kept = countKept(carriers === 0 ? group : group.filter((codePoint) => classOf(codePoint) !== CARRIES), company);
  let position = at;
  for (const codePoint of group) {
    if (kept > 0 && (carriers === 0 || classOf(codePoint) !== CARRIES)) {
      kept -= 1;
      watch?.kept(position, codePoint, company, seen);
    } else found(position, codePoint);
    position += width(codePoint);
  }
  return position;
}

function firstBehind(text: string, at: number): number {
  return text.codePointAt(at) ?? -1;
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
    // Direction ends with its line, as it does for a reader.
    if (codePoint === 0x0a || codePoint === 0x0d) return false;
    const direction = directionOf(codePoint);
    if (direction === LEFTWARD || direction === RIGHTWARD) return direction === LEFTWARD;
    if (direction === NEUTRAL) neutrals += 1;
  }
  return false;
}

function isRightToLeftAfter(text: string, end: number): boolean {
  for (let at = end, neutrals = 0; at < text.length && neutrals < NEUTRAL_REACH; ) {
    const codePoint = text.codePointAt(at) as number;
    at += width(codePoint);
    // Direction ends with its line, as it does for a reader.
    if (codePoint === 0x0a || codePoint === 0x0d) return false;
    const direction = directionOf(codePoint);
    if (direction === LEFTWARD || direction === RIGHTWARD) return direction === LEFTWARD;
    if (direction === NEUTRAL) neutrals += 1;
  }
  return false;
}

const LEFTWARD = 0;
const RIGHTWARD = 1;
const NEUTRAL = 2;
const REMOVABLE = 3;

function directionOf(codePoint: number): number {
  if (codePoint < 0x80) {
    const folded = codePoint | 0x20;
    return folded >= 0x61 && folded <= 0x7a ? RIGHTWARD : NEUTRAL;
  }
  if (classOf(codePoint) !== PLAIN) return REMOVABLE;
  const traits = traitsOf(codePoint);
  if ((traits & RIGHT_TO_LEFT) !== 0) return LEFTWARD;
  return (traits & LETTER) !== 0 ? RIGHTWARD : NEUTRAL;
}
