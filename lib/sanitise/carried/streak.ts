/** What is taken out of a text, or put in the place of it, because it carries a code. */
export interface Taken {
  readonly start: number;
  readonly end: number;
  /** Undefined: it stays, and is only told of. */
  readonly replacement: string | undefined;
  readonly rule: string;
}

/** Characters of one sort, each close behind the one before: what they are, and where. */
export interface Row {
  readonly places: readonly number[];
  readonly kinds: readonly number[];
}

interface Habit {
  /** How far from the one before the next may stand, in what can be seen. */
  readonly reach: number;
  /** So few are no code, whatever they are. */
  readonly least: number;
  readonly rule: string;
  /** Nothing, unless it says otherwise. */
  readonly replacement?: string;
  /** What everybody sees stays. */
  readonly stays?: boolean;
  isCode(row: Row): boolean;
}

/** Gathers rows of one sort as their characters come, and keeps the longest no longer than it has to be judged. */
export class Streak {
  readonly #habit: Habit;
  readonly #taken: Taken[];
  #places: number[] = [];
  #kinds: number[] = [];
  #last = 0;

  constructor(taken: Taken[], habit: Habit) {
    this.#taken = taken;
    this.#habit = habit;
  }

  /** A character at `at`; `seen` counts what can be seen before it. */
  add(at: number, kind: number, seen: number): void {
    if (this.#kinds.length > 0 && seen - this.#last > this.#habit.reach) this.finish();
    this.#places.push(at);
    this.#kinds.push(kind);
    this.#last = seen;
  }

  finish(): void {
    const { least, rule, stays = false } = this.#habit;
    const replacement = stays ? undefined : (this.#habit.replacement ?? "");
    if (this.#kinds.length >= least) {
      const row = { places: this.#places, kinds: this.#kinds };
      if (this.#habit.isCode(row))
        for (const [index, start] of row.places.entries())
          this.#taken.push({ start, end: start + ((row.kinds[index] as number) > 0xffff ? 2 : 1), replacement, rule });
      this.#places = [];
      this.#kinds = [];
    } else {
      this.#places.length = 0;
      this.#kinds.length = 0;
    }
  }
}

/** How often one differs from the one before. */
export function turnsIn(kinds: readonly number[]): number {
  let turns = 0;
  for (let i = 1; i < kinds.length; i++) if (kinds[i] !== kinds[i - 1]) turns += 1;
  return turns;
}

/** The same in quarters of all: a code does so about twice, a habit never or always. */
function turnsOf(kinds: readonly number[]): number {
  return (4 * turnsIn(kinds)) / kinds.length;
}

export function isByTurns(kinds: readonly number[]): boolean {
  return turnsOf(kinds) >= 1;
}

/** By turns, and not one after the other: that is how a table shows two forms of each sign. */
export function isIrregular(kinds: readonly number[]): boolean {
  const turns = turnsOf(kinds);
  return turns >= 1 && turns <= 3;
}

const PERIOD_MAX = 12;

/** Whether they come again in the same order, as in the rows of a table. */
export function isPeriodic(kinds: readonly number[]): boolean {
  for (let period = 1; period <= PERIOD_MAX; period++) {
    let same = 0;
    for (let i = period; i < kinds.length; i++) if (kinds[i] === kinds[i - period]) same += 1;
    if (same * 10 >= (kinds.length - period) * 9) return true;
  }
  return false;
}

export function countDistinct(kinds: readonly number[]): number {
  return new Set(kinds).size;
}

/** Whether so many that a list of them would not do it stand behind a greater one. */
export function isUnordered(kinds: readonly number[]): boolean {
  let falls = 0;
  for (let i = 1; i < kinds.length; i++) if ((kinds[i] as number) <= (kinds[i - 1] as number)) falls += 1;
  return falls * 4 >= kinds.length;
}
