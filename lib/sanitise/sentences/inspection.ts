import { inspectDecoded } from "../decode/inspect-decoded.ts";
import { eachLongRun } from "../decode/long-runs.ts";
import { readCodes, readDump } from "../decode/read-codes.ts";
import {
  readCharCodes,
  readChunks,
  readEntities,
  readEscapes,
  readPercent,
  readQuotedPrintable,
  readRun,
  readStyleEscapes,
} from "../decode/read-encoded.ts";
import type { Candidate } from "../disguise/candidate.ts";
import { eachColumn } from "../disguise/columns.ts";
import { foldLetters } from "../disguise/fold-letters.ts";
import { eachGlued } from "../disguise/glued.ts";
import { readJoined, readLeet } from "../disguise/joined.ts";
import { readMisspelt } from "../disguise/misspelt.ts";
import { readMorse } from "../disguise/morse.ts";
import { readWithoutPictures } from "../disguise/pictures.ts";
import type { Shadow } from "../disguise/shadow.ts";
import { readGrouped, readSpaced } from "../disguise/spaced.ts";
import {
  readMirrored,
  readRepeated,
  readReversed,
  readRotated,
  readShifted,
  readUpsideDown,
} from "../disguise/turned.ts";
import { isAlarm, type Severity } from "../finding.ts";
import type { Note } from "../stage.ts";
import type { Effort } from "./effort.ts";
import { findDisguised } from "./find-disguised.ts";
import { judgeUnit } from "./judge.ts";
import { findInOtherScripts } from "./languages/find-in-other-scripts.ts";
import type { FrameHit } from "./languages/frame-reader.ts";
import { LatinStretches } from "./languages/latin-stretches.ts";
import { isInQuotation } from "./quoted-part.ts";
import {
  CODES,
  ENTITY,
  ESCAPE,
  eachSignal,
  LEET,
  MIRRORED,
  MISSPELT,
  MORSE,
  PERCENT,
  QUOTED,
  REPEATED,
  REVERSED,
  ROTATED,
  SHIFTED,
  STYLE,
  TOGETHER,
  UPSIDE_DOWN,
} from "./signals.ts";
import { countTopicWords } from "./topic.ts";
import { type Unit, unitAt, withBefore } from "./units.ts";

/** Beyond this a reader learns nothing new, and a text of nothing but attacks must not become a million notes. */
const NOTES_MAX = 200;
/** Who hides a text has a reason to: less evidence is needed of what it says. */
const HIDDEN_BONUS = 1.3;
/** Two sentences hold more words than one, by chance too. */
const PAIR_MALUS = -1.65;
/** What the model has to say of both together: the grammar has read each of them alone. */
const PAIR_LOOKS = 0;
/** So many words about attacks around make a text one about them. */
const TOPIC_WORDS = 2;
/** Encoded in what was encoded: twice is what attackers do, three times what they try; more is nothing a model would undo. */
const DEPTH_MAX = 3;

const DISGUISED = "injection.disguised";
const ENCODED = "injection.encoded";

type Reader = (text: string, at: number) => Candidate | undefined;

const READERS: ReadonlyMap<number, readonly [read: Reader, rule: string]> = new Map<number, readonly [Reader, string]>([
  [LEET, [readLeet, DISGUISED]],
  [TOGETHER, [readJoined, DISGUISED]],
  [ROTATED, [readRotated, DISGUISED]],
  [REVERSED, [readReversed, DISGUISED]],
  [PERCENT, [readPercent, ENCODED]],
  [ENTITY, [readEntities, ENCODED]],
  [ESCAPE, [readEscapes, ENCODED]],
  [STYLE, [readStyleEscapes, ENCODED]],
  [QUOTED, [readQuotedPrintable, ENCODED]],
  [CODES, [readCharCodes, ENCODED]],
  [MISSPELT, [readMisspelt, DISGUISED]],
  [MIRRORED, [readMirrored, DISGUISED]],
  [UPSIDE_DOWN, [readUpsideDown, DISGUISED]],
  [REPEATED, [readRepeated, DISGUISED]],
  [MORSE, [readMorse, DISGUISED]],
]);

/** One look at one piece of text: what it says as it stands, in other letters, and decoded. */
export class Inspection {
  readonly notes: Note[] = [];
  readonly #effort: Effort;
  readonly #depth: number;
  readonly #shadow: Shadow;
  readonly #text: string;
  #judged = 0;
  /** Where the last two units began that were judged together. */
  #paired = -1;
  /** How far each way of reading has been tried, so that no stretch is read twice. */
  readonly #tried = new Map<number, number>();

  constructor(text: string, effort: Effort, depth = 0) {
    this.#effort = effort;
    this.#depth = depth;
    this.#shadow = foldLetters(text);
    this.#text = this.#shadow.text;
    const latin = new LatinStretches(this.#text);
    eachSignal(this.#text, {
      open: (start, end) => this.#judge(start, end),
      openLanguage: (end) => latin.open(end),
      suspect: (kind, end) => this.#suspect(kind, end),
    });
    eachLongRun(this.#text, {
      run: (start, end) => {
        if (this.#effort.isSpent) return;
        const run = readRun(this.#text, start, end);
        if (run !== undefined) this.#weigh(run, ENCODED);
        else if (MAY_BE_CODES.test(this.#text.slice(start, start + CODES_LOOK)))
          this.#try(CODES_IN_A_ROW, start, (place) => readCodes(this.#text, place), ENCODED);
      },
      chunks: (start, size, gap) => this.#try(CHUNKS, start, (at) => readChunks(this.#text, at, size, gap), ENCODED),
      codes: (at) =>
        this.#try(CODES_IN_A_ROW, at, (place) => readDump(this.#text, place) ?? readCodes(this.#text, place), ENCODED),
      spaced: (at) => this.#try(SPACED, at, (place) => readSpaced(this.#text, place)),
      grouped: (at, size) => this.#try(GROUPED, at, (place) => readGrouped(this.#text, place, size)),
    });
    eachGlued(this.#text, (candidate) => {
      if (!this.#effort.isSpent) this.#weigh(candidate, DISGUISED);
    });
    eachColumn(this.#text, (candidate) => {
      if (!this.#effort.isSpent) this.#weigh(candidate, DISGUISED);
    });
    this.#noteFrames(latin.finish());
    this.#noteFrames(findInOtherScripts(this.#text));
    this.notes.push(...findDisguised(this.#shadow, depth > 0));
  }

  #judge(start: number, end: number): void {
    for (let at = Math.max(this.#judged, start - 1); at < end; ) {
      const unit = unitAt(this.#text, at);
      if (unit.end > this.#judged) {
        this.#judged = unit.end;
        const bonus = this.#depth > 0 || this.#isDisguised(unit.start, unit.end) ? HIDDEN_BONUS : 0;
        const found = this.#judgeWithNeighbours(unit, bonus);
        if (found !== undefined) this.#note(found.rule, found.severity, found.start, found.end);
        if (found === undefined || !isAlarm(found.severity))
          this.#weigh(readWithoutPictures(this.#text, unit.start, unit.end), DISGUISED);
      }
      at = Math.max(unit.end, at + 1);
    }
  }

  /** The unit; where it is no alarm, the unit with the one before it, and with the one behind it. */
  #judgeWithNeighbours(unit: Unit, bonus: number): Note | undefined {
    const alone = judgeUnit(this.#text, unit, this.#effort, bonus);
    if (alone !== undefined && isAlarm(alone.severity)) return alone;
    const behind = unit.end < this.#text.length ? unitAt(this.#text, unit.end) : undefined;
    for (const pair of [withBefore(this.#text, unit), behind && withBefore(this.#text, behind)]) {
      if (pair === undefined || pair.start <= this.#paired) continue;
      this.#paired = pair.start;
      const both = judgeUnit(this.#text, pair, this.#effort, bonus + PAIR_MALUS, PAIR_LOOKS);
      // In a text about attacks two sentences together describe one.
      if (both === undefined || countTopicWords(this.#text, pair.start, pair.end) >= TOPIC_WORDS) continue;
      if (isAlarm(both.severity)) return both;
    }
    return alone;
  }

  #noteFrames(hits: readonly FrameHit[]): void {
    for (const { start, end, severity } of hits) {
      const unit = unitAt(this.#text, start);
      const told = isInQuotation(this.#text, unit, start, end) ? "low" : severity;
      this.#note("injection.language", told, unit.start, Math.max(unit.end, end));
    }
  }

  /** Whether a word there is of two scripts or in letters of another style. */
  #isDisguised(start: number, end: number): boolean {
    const { mixed, styled } = this.#shadow;
    if (mixed.length === 0 && styled.length === 0) return false;
    const span = this.#shadow.spanOf(start, end);
    const isInside = (at: number): boolean => at >= span.start && at < span.end;
    return mixed.some(isInside) || styled.some(isInside);
  }

  #suspect(kind: number, end: number): void {
    if (kind > SHIFTED) {
      this.#try(kind, end - 1, (at) => readShifted(this.#text, at, kind - SHIFTED));
      return;
    }
    const reader = READERS.get(kind);
    if (reader === undefined) return;
    const [read, rule] = reader;
    this.#try(kind, end - 1, (at) => read(this.#text, at), rule);
  }

  #try(kind: number, at: number, read: (at: number) => Candidate | undefined, rule = DISGUISED): void {
    if (at < (this.#tried.get(kind) ?? 0) || this.#effort.isSpent) return;
    const candidate = read(at);
    this.#tried.set(kind, Math.max(at + 1, candidate?.end ?? 0));
    this.#weigh(candidate, rule);
  }

  #weigh(candidate: Candidate | undefined, rule: string): void {
    if (
      candidate === undefined ||
      candidate.reading === "" ||
      this.#depth >= DEPTH_MAX ||
      this.notes.length >= NOTES_MAX
    )
      return;
    if (!this.#effort.takeUnits(candidate.reading.length)) return;
    const inner = new Inspection(candidate.reading, this.#effort, this.#depth + 1).notes;
    const { start, end } = candidate;
    const severity = gravestOf(inner.filter((note) => !isOfDecoded(note)));
    if (severity !== undefined) this.#note(rule, severity, start, end);
    // What was encoded twice has been told by the layer below.
    for (const { rule: told, severity: gravity } of inner.filter(isOfDecoded)) this.#note(told, gravity, start, end);
    if (rule !== ENCODED) return;
    for (const { rule: told, severity: gravity } of inspectDecoded(candidate.reading))
      this.#note(told, gravity, start, end);
  }

  #note(rule: string, severity: Severity, start: number, end: number): void {
    if (this.notes.length >= NOTES_MAX) return;
    this.notes.push({ rule, severity, ...this.#shadow.spanOf(Math.max(0, start), end), action: "none" });
  }
}

function isOfDecoded({ rule }: Note): boolean {
  return rule.startsWith("encoded.");
}

/** A run that is codes with a sign between them, or before each. */
const MAY_BE_CODES = /^(?:[xu]?[0-9a-f]{2,8}[-_/+]|[xu][0-9a-f]{2,4}[xu])/i;
const CODES_LOOK = 12;

const SPACED = -1;
const GROUPED = -2;
const CODES_IN_A_ROW = -3;
const CHUNKS = -4;

function gravestOf(notes: readonly Note[]): Severity | undefined {
  for (const severity of ["critical", "high", "medium"] as const)
    if (notes.some((note) => note.severity === severity)) return severity;
  return undefined;
}
