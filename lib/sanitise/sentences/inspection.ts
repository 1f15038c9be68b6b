import { inspectDecoded } from "../decode/inspect-decoded.ts";
import { eachLongRun } from "../decode/long-runs.ts";
import {
  readBinary,
  readBytes,
  readEntities,
  readEscapes,
  readPercent,
  readQuotedPrintable,
  readRun,
} from "../decode/read-encoded.ts";
import type { Candidate } from "../disguise/candidate.ts";
import { foldLetters } from "../disguise/fold-letters.ts";
import { eachGlued } from "../disguise/glued.ts";
import { readJoined, readLeet } from "../disguise/joined.ts";
import { readMorse } from "../disguise/morse.ts";
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
import type { FrameHit, FrameReader } from "./languages/frame-reader.ts";
import { latinReader } from "./languages/readers.ts";
import {
  BINARY,
  BYTES,
  ENTITY,
  ESCAPE,
  eachSignal,
  LEET,
  MIRRORED,
  MORSE,
  PERCENT,
  QUOTED,
  REPEATED,
  REVERSED,
  ROTATED,
  SHIFTED,
  TOGETHER,
  UPSIDE_DOWN,
} from "./signals.ts";
import { type Unit, unitAt } from "./units.ts";

/** Beyond this a reader learns nothing new, and a text of nothing but attacks must not become a million notes. */
const NOTES_MAX = 200;
/** Who hides a text has a reason to: less evidence is needed of what it says. */
const HIDDEN_BONUS = 1.5;
/** Encoded in what was encoded: twice is what attackers do, more is nothing a model would undo. */
const DEPTH_MAX = 2;

const SMALL_ENGLISH = /\b(?:the|and|of|to|is|for|with|that|you|your|this|are|it|be|on|by|an)\b/gi;
const SMALL_ENGLISH_MIN = 4;
const ENGLISH_REACH = 56;

/** Small words of English near by: other readers have been there. */
function isAmongEnglish(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - ENGLISH_REACH), at + ENGLISH_REACH);
  return (near.match(SMALL_ENGLISH)?.length ?? 0) >= SMALL_ENGLISH_MIN;
}

/** How much is read around a word that opens another language. */
const LANGUAGE_BEFORE = 220;
const LANGUAGE_AFTER = 260;

type Reader = (text: string, at: number) => Candidate | undefined;

const READERS: ReadonlyMap<number, readonly [read: Reader, rule: string]> = new Map<number, readonly [Reader, string]>([
  [LEET, [readLeet, "injection.disguised"]],
  [TOGETHER, [readJoined, "injection.disguised"]],
  [ROTATED, [readRotated, "injection.disguised"]],
  [REVERSED, [readReversed, "injection.disguised"]],
  [PERCENT, [readPercent, "injection.encoded"]],
  [ENTITY, [readEntities, "injection.encoded"]],
  [ESCAPE, [readEscapes, "injection.encoded"]],
  [QUOTED, [readQuotedPrintable, "injection.encoded"]],
  [BINARY, [readBinary, "injection.encoded"]],
  [BYTES, [readBytes, "injection.encoded"]],
  [MIRRORED, [readMirrored, "injection.disguised"]],
  [UPSIDE_DOWN, [readUpsideDown, "injection.disguised"]],
  [REPEATED, [readRepeated, "injection.disguised"]],
  [MORSE, [readMorse, "injection.disguised"]],
]);

/** One look at one piece of text: what it says as it stands, in other letters, and decoded. */
export class Inspection {
  readonly notes: Note[] = [];
  readonly #effort: Effort;
  readonly #depth: number;
  readonly #shadow: Shadow;
  readonly #text: string;
  #judged = 0;
  /** How far each way of reading has been tried, so that no stretch is read twice. */
  readonly #tried = new Map<number, number>();

  constructor(text: string, effort: Effort, depth = 0) {
    this.#effort = effort;
    this.#depth = depth;
    this.#shadow = foldLetters(text);
    this.#text = this.#shadow.text;
    let latin: FrameReader | undefined;
    eachSignal(this.#text, {
      open: (start, end) => this.#judge(start, end),
      openLanguage: (end) => {
        if (isAmongEnglish(this.#text, end)) return;
        latin ??= latinReader(this.#text);
        latin.read(end - LANGUAGE_BEFORE, end + LANGUAGE_AFTER);
      },
      suspect: (kind, end) => this.#suspect(kind, end),
    });
    eachLongRun(this.#text, {
      run: (start, end) => {
        if (!this.#effort.isSpent) this.#weigh(readRun(this.#text, start, end), "injection.encoded");
      },
      spaced: (at) => this.#try(SPACED, at, (place) => readSpaced(this.#text, place)),
      grouped: (at, size) => this.#try(GROUPED, at, (place) => readGrouped(this.#text, place, size)),
    });
    eachGlued(this.#text, (candidate) => {
      if (!this.#effort.isSpent) this.#weigh(candidate, "injection.disguised");
    });
    this.#noteFrames(latin?.hits ?? []);
    this.#noteFrames(findInOtherScripts(this.#text));
    this.notes.push(...findDisguised(this.#shadow));
  }

  #judge(start: number, end: number): void {
    for (let at = Math.max(this.#judged, start - 1); at < end; ) {
      const unit = unitAt(this.#text, at);
      if (unit.end > this.#judged) {
        this.#judged = unit.end;
        const bonus = this.#depth > 0 || this.#isDisguised(unit.start, unit.end) ? HIDDEN_BONUS : 0;
        const found = judgeUnit(this.#text, unit, this.#effort, bonus);
        if (found !== undefined) this.#note(found.rule, found.severity, found.start, found.end);
        if (found === undefined || !isAlarm(found.severity))
          this.#weigh(withoutPictures(this.#text, unit), "injection.disguised");
      }
      at = Math.max(unit.end, at + 1);
    }
  }

  #noteFrames(hits: readonly FrameHit[]): void {
    for (const { start, end, severity } of hits) {
      const unit = unitAt(this.#text, start);
      this.#note("injection.language", severity, unit.start, Math.max(unit.end, end));
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

  #try(kind: number, at: number, read: (at: number) => Candidate | undefined, rule = "injection.disguised"): void {
    if (at < (this.#tried.get(kind) ?? 0) || this.#effort.isSpent) return;
    const candidate = read(at);
    this.#tried.set(kind, Math.max(at + 1, candidate?.end ?? 0));
    this.#weigh(candidate, rule);
  }

  #weigh(candidate: Candidate | undefined, rule: string): void {
    if (candidate === undefined || this.#depth >= DEPTH_MAX || this.notes.length >= NOTES_MAX) return;
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

const PICTURE = /[\u2190-\u27bf\u2b00-\u2bff]|\ud83c[\udc00-\udfff]|[\ud83d\ud83e][\udc00-\udfff]\ufe0f?/g;
const PICTURES_MIN = 3;

/** A sentence with pictures between its words, as it reads without them. */
function withoutPictures(text: string, { start, end }: Unit): Candidate | undefined {
  const said = text.slice(start, end);
  if ((said.match(PICTURE)?.length ?? 0) < PICTURES_MIN) return undefined;
  return { start, end, reading: said.replace(PICTURE, " ").replace(/ {2,}/g, " ") };
}

const ENCODED = "injection.encoded";

function isOfDecoded({ rule }: Note): boolean {
  return rule.startsWith("encoded.");
}

const SPACED = -1;
const GROUPED = -2;

function gravestOf(notes: readonly Note[]): Severity | undefined {
  for (const severity of ["critical", "high", "medium"] as const)
    if (notes.some((note) => note.severity === severity)) return severity;
  return undefined;
}
