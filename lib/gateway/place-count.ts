export interface Place {
  /** Leaves it, once. */
  leave(): void;
}

/** Counts what a key, and all of them together, have open in this process. */
export class PlaceCount {
  readonly #ofAKey: number;
  readonly #ofAll: number;
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(ofAKey: number, ofAll = Number.POSITIVE_INFINITY) {
    this.#ofAKey = ofAKey;
    this.#ofAll = ofAll;
  }

  /** How many are taken, of all keys. */
  get taken(): number {
    return this.#all;
  }

  /** A place, or nothing where all are taken. */
  take(key: string): Place | undefined {
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#ofAKey || this.#all >= this.#ofAll) return undefined;
    this.#open.set(key, open + 1);
    this.#all += 1;
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        this.#all -= 1;
        const now = (this.#open.get(key) ?? 1) - 1;
        if (now === 0) this.#open.delete(key);
        else this.#open.set(key, now);
      },
    };
  }
}
