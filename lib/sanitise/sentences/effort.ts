/**
 * How much may be spent on one text, however it is made. Honest text spends next to nothing of it. When it is spent, the cheap
 * judges decide alone, and that not all was read is noted.
 */
export class Effort {
  #readings: number;
  #units: number;
  #isSpent = false;

  constructor(length: number) {
    this.#readings = 6 + length / UNITS_A_READING;
    this.#units = 8192 + length / 8;
  }

  /** Whether a sentence may be read word by word. */
  takeReading(): boolean {
    this.#readings -= 1;
    return this.#readings >= 0;
  }

  /** Whether so many units may be read another way. */
  takeUnits(count: number): boolean {
    this.#units -= count;
    if (this.#units < 0) this.#isSpent = true;
    return this.#units >= 0;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }
}

/** One sentence in so many units may be read word by word: honest manuals need one in a hundred thousand. */
const UNITS_A_READING = 4096;
