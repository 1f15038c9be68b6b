import { countDistinct, isByTurns, isUnordered, type Row, Streak, type Taken } from "./streak.ts";

/**
 * Codes in marks on letters: stacks of them, one of many kinds on letter after letter, two kinds by turns on each. Languages put few
 * kinds on few letters, and nearly all of theirs are one character with their letter.
 */
export class MarkCodes {
  readonly #text: string;
  readonly #stacks: Streak;
  readonly #kinds: Streak;
  readonly #turns: Streak;
  readonly #elsewhere: Streak;
  #end = -1;
  #isInWord = false;

  constructor(text: string, taken: Taken[]) {
    this.#text = text;
    const streak = (reach: number, least: number, isCode: (row: Row) => boolean): Streak =>
      new Streak(taken, { reach, least, rule: "hidden.combining", isCode });
    this.#stacks = streak(1, STACK_LEAST, () => true);
    this.#kinds = streak(12, 16, (row) => countDistinct(row.kinds) >= KINDS && this.#isOdd(row, 2));
    this.#turns = streak(3, 24, (row) => isByTurns(row.kinds) && this.#isOdd(row, 4));
    this.#elsewhere = streak(3, 24, ({ kinds }) => {
      const distinct = countDistinct(kinds);
      return distinct >= KINDS && (kinds.length - distinct) * 4 >= kinds.length && isUnordered(kinds);
    });
  }

  mark(at: number, codePoint: number, seen: number): void {
    if (at !== this.#end) this.#isInWord = this.#standsInWord(at);
    this.#end = at + 1;
    this.#stacks.add(at, codePoint, seen);
    if (this.#isInWord) {
      this.#kinds.add(at, codePoint, seen);
      this.#turns.add(at, codePoint, seen);
    } else if (this.#isOnSign(at)) {
      if (this.#text.charCodeAt(at - 1) !== DOTTED_CIRCLE) this.#turns.add(at, codePoint, seen);
      this.#elsewhere.add(at, codePoint, seen);
    }
  }

  finish(): void {
    for (const streak of [this.#stacks, this.#kinds, this.#turns, this.#elsewhere]) streak.finish();
  }

  /** On a space or a sign, itself or in a stack. */
  #isOnSign(at: number): boolean {
    const before = this.#text.charCodeAt(at - 1);
    return (before < 0x80 && !isLetterOrDigit(before)) || before === DOTTED_CIRCLE;
  }

  /** On a letter with another beside it: whoever explains marks shows them one by one. */
  #standsInWord(at: number): boolean {
    const text = this.#text;
    if (!isLetterOrDigit(text.charCodeAt(at - 1))) return false;
    const before = text.charCodeAt(at - 2);
    if (isLetterOrDigit(before) || isCombining(before)) return true;
    let end = at + 1;
    while (end - at < STACK_LEAST && isCombining(text.charCodeAt(end))) end++;
    return isLetterOrDigit(text.charCodeAt(end));
  }

  /** Whether one of so many marks, or more, do not become one character with what they stand on. */
  #isOdd({ places }: Row, many: number): boolean {
    let odd = 0;
    let letter = "";
    for (const [index, at] of places.entries()) {
      if (index === 0 || places[index - 1] !== at - 1) letter = this.#text.charAt(at - 1);
      const joined = (letter + this.#text.charAt(at)).normalize("NFC");
      if (joined.length > 1) odd += 1;
      else letter = joined;
    }
    return odd * many >= places.length;
  }
}

const STACK_LEAST = 12;
const KINDS = 8;
const DOTTED_CIRCLE = 0x25cc;

export function isCombining(unit: number): boolean {
  return (
    (unit >= 0x0300 && unit <= 0x036f) ||
    (unit >= 0x1ab0 && unit <= 0x1aff) ||
    (unit >= 0x1dc0 && unit <= 0x1dff) ||
    (unit >= 0x20d0 && unit <= 0x20ff) ||
    (unit >= 0x2de0 && unit <= 0x2dff) ||
    (unit >= 0xfe20 && unit <= 0xfe2f)
  );
}

/** Of ASCII. */
function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
}
