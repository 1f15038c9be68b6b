import type { Edit } from "../edits.ts";
import type { Watch } from "../hidden-units.ts";
import type { Company } from "../honest-company.ts";
import type { Note, StageResult } from "../stage.ts";
import { isCombining, MarkCodes } from "./combining.ts";
import { KeptCodes } from "./kept.ts";
import { PictureCodes } from "./pictures.ts";
import type { Taken } from "./streak.ts";
import { eachTabCode } from "./tabs.ts";
import { SpaceCodes } from "./widths.ts";

/** How far apart two pieces of one code may stand to be one finding. */
const NEAR = 160;
/** No code has fewer characters. */
const TOLD_LEAST = 6;

/**
 * Codes that nothing gives away but that there are so many of them: each character is one that honest text has, where it has it. What
 * is told of is told in text order, and each sort is looked at once it occurs.
 */
export class CarriedCodes implements Watch {
  readonly #text: string;
  readonly #taken: Taken[] = [];
  #kept: KeptCodes | undefined;
  #marks: MarkCodes | undefined;
  #spaces: SpaceCodes | undefined;
  #pictures: PictureCodes | undefined;
  #told = 0;

  constructor(text: string) {
    this.#text = text;
  }

  kept(at: number, codePoint: number, company: Company, seen: number): void {
    this.#kept ??= new KeptCodes(this.#text, this.#taken);
    this.#kept.kept(at, codePoint, company, seen);
  }

  /** Whether so much was told of that some of it may be a code once what stands between is gone. */
  get mayHold(): boolean {
    return this.#told >= TOLD_LEAST;
  }

  seen(at: number, codePoint: number, seen: number): void {
    this.#told += 1;
    if (codePoint > 0xffff) {
      this.#pictures ??= new PictureCodes(this.#text, this.#taken);
      if (codePoint < 0x1f300) this.#pictures.flagLetter(at, codePoint, seen);
      else this.#pictures.tone(at, codePoint, seen);
    } else if (isCombining(codePoint)) {
      this.#marks ??= new MarkCodes(this.#text, this.#taken);
      this.#marks.mark(at, codePoint, seen);
    } else {
      this.#spaces ??= new SpaceCodes(this.#text, this.#taken);
      this.#spaces.space(at, codePoint, seen);
    }
  }

  finish(): StageResult {
    this.#kept?.finish();
    this.#marks?.finish();
    this.#spaces?.finish();
    this.#pictures?.finish();
    eachTabCode(this.#text, this.#taken);
    return inOrder(this.#taken);
  }
}

/** Some are taken for two reasons. */
function inOrder(taken: Taken[]): StageResult {
  const edits: Edit[] = [];
  const notes: Note[] = [];
  let end = 0;
  for (const one of taken.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start < end) continue;
    end = one.end;
    const { replacement } = one;
    const last = edits.at(-1);
    if (last?.end === one.start && last.replacement === "" && replacement === "")
      edits[edits.length - 1] = { ...last, end };
    else if (replacement !== undefined) edits.push({ start: one.start, end, replacement });
    const note = notes.at(-1);
    const action = replacement === undefined ? "none" : replacement === "" ? "removed" : "masked";
    if (note?.rule === one.rule && note.action === action && one.start - note.end <= NEAR)
      notes[notes.length - 1] = { ...note, end };
    else notes.push({ rule: one.rule, severity: "medium", start: one.start, end, action });
  }
  return { edits, notes };
}
