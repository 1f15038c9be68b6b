/**
 * A few of something that every launch needs and that is the same for all of them, made before it is asked for, between calls. Each
 * is handed out once; where none is left it is made then. What it cannot make ahead it leaves to whoever asks, who hears why.
 */
export class Ahead<T> {
  readonly #make: () => T;
  readonly #most: number;
  #made: T[] = [];

  constructor(make: () => T, most: number) {
    this.#make = make;
    this.#most = most;
  }

  take(): T {
    return this.#made.shift() ?? this.#make();
  }

  refill(): void {
    try {
      while (this.#made.length < this.#most) this.#made.push(this.#make());
    } catch {
      // The machine is short of something; the next launch tries again.
    }
  }

  /** All that nobody took. There is none any more. */
  drain(): T[] {
    const left = this.#made;
    this.#made = [];
    return left;
  }
}
