import { type Edit, OffsetMap } from "./edits.ts";
import { type Finding, isAlarm, rankOf, SEVERITIES, type Severity } from "./finding.ts";
import type { CleaningPolicy, CleaningStep } from "./policy.ts";
import { stepOf } from "./rule-steps.ts";
import { reasonOf } from "./rules.ts";
import type { Note } from "./stage.ts";

/** A megabyte of alternating tricks must not become a million findings. */
const FINDINGS_MAX = 5000;

/** Whether anything that is found could withhold the output. */
export function mayBlock({ steps }: CleaningPolicy): boolean {
  return Object.values(steps).includes("block");
}

/** Collects the findings of a text piece by piece and keeps the gravest, in bounded memory. */
export class Findings {
  readonly #policy: CleaningPolicy;
  readonly #mayBlock: boolean;
  readonly #blocking = new Set<CleaningStep>();
  #kept: Finding[] = [];
  #dropped = 0;
  /** The last that is kept, once there were too many. */
  #last: Finding | undefined;

  constructor(policy: CleaningPolicy) {
    this.#policy = policy;
    this.#mayBlock = mayBlock(policy);
  }

  /** Takes the notes of a piece whose edits these are; it starts at `rawStart` in the raw text and at `cleanedStart` in the cleaned. */
  take(notes: readonly Note[], edits: readonly Edit[], rawStart: number, cleanedStart: number): void {
    if (notes.length === 0) return;
    if (this.#mayBlock) for (const note of notes) this.#blocks(note);
    const gravest = notes.length > FINDINGS_MAX ? gravestOf(notes) : notes;
    this.#dropped += notes.length - gravest.length;
    let map: OffsetMap | undefined;
    for (const note of gravest) {
      const { rule, severity, start, end } = note;
      const blocks = this.#mayBlock && this.#blocks(note);
      if (this.#isBeyond(severity, rawStart + start, rawStart + end)) {
        this.#dropped += 1;
        continue;
      }
      map ??= new OffsetMap(edits);
      const [from, to] = map.toCleaned(start, end);
      const finding: Finding = {
        rule,
        severity,
        start: rawStart + start,
        end: rawStart + end,
        cleanedStart: cleanedStart + from,
        cleanedEnd: cleanedStart + to,
        action: blocks ? "blocked" : note.action,
      };
      const reason = reasonOf(rule);
      if (reason !== undefined) finding.reason = reason;
      this.#kept.push(finding);
    }
    if (this.#kept.length > 2 * FINDINGS_MAX) this.#shed();
  }

  #blocks({ rule, severity }: Note): boolean {
    const step = stepOf(rule);
    if (step === undefined || this.#policy.steps[step] !== "block" || !isAlarm(severity)) return false;
    this.#blocking.add(step);
    return true;
  }

  /** The steps for which the policy withholds this output. */
  get blocking(): readonly CleaningStep[] {
    return [...this.#blocking];
  }

  finish(): { findings: Finding[]; findingsDropped: number } {
    this.#shed();
    return { findings: this.#kept.sort(inTextOrder), findingsDropped: this.#dropped };
  }

  /** Whether it would be shed anyway: a flood of small things must not be sorted over and over. */
  #isBeyond(severity: Severity, start: number, end: number): boolean {
    const last = this.#last;
    if (last === undefined) return false;
    return (rankOf(last.severity) - rankOf(severity) || start - last.start || end - last.end) >= 0;
  }

  /** The least grave and last ones go first. */
  #shed(): void {
    if (this.#kept.length <= FINDINGS_MAX) return;
    const ordered = this.#kept.toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity) || inTextOrder(a, b));
    this.#dropped += ordered.length - FINDINGS_MAX;
    ordered.length = FINDINGS_MAX;
    this.#last = ordered.at(-1);
    // Those that are kept stay in the order in which they came: of two with one span the first is told first.
    const kept = new Set(ordered);
    this.#kept = this.#kept.filter((finding) => kept.has(finding));
  }
}

interface Placed {
  readonly start: number;
  readonly end: number;
}

function inTextOrder(a: Placed, b: Placed): number {
  return a.start - b.start || a.end - b.end;
}

/**
 * As many of them as are kept at most: what is not among those will not be among the gravest of all. Told before a finding is made of
 * each, for that is what costs.
 */
function gravestOf(notes: readonly Note[]): readonly Note[] {
  const counts = new Uint32Array(SEVERITIES.length);
  for (const { severity } of notes) counts[rankOf(severity)] = (counts[rankOf(severity)] as number) + 1;
  let rank = SEVERITIES.length - 1;
  let room = FINDINGS_MAX;
  for (; (counts[rank] as number) <= room; rank--) room -= counts[rank] as number;
  const border = notes.filter(({ severity }) => rankOf(severity) === rank).sort(inTextOrder);
  const kept = new Set(border.slice(0, room));
  return notes.filter((note) => rankOf(note.severity) > rank || kept.has(note));
}
