const NONE: readonly number[] = [];

/** Which classes a word has, by its hash: a table that is looked at once for almost every word that has none. */
export class KnownClasses {
  /** A hash, and behind it the place of its classes in `#classes`; 0 where no word stands. Small: a word is rarely asked for twice. */
  readonly #places: Int32Array;
  readonly #classes: (readonly number[])[] = [NONE];
  readonly #mask: number;

  constructor(known: ReadonlyMap<number, readonly number[]>) {
    this.#mask = (1 << Math.ceil(Math.log2(known.size * 2 + 1))) - 1;
    this.#places = new Int32Array(2 * (this.#mask + 1));
    const lists = new Map<string, number>();
    for (const [hash, classes] of known) {
      const name = classes.join();
      const list = lists.get(name) ?? this.#classes.push(classes) - 1;
      lists.set(name, list);
      let place = this.#placeOf(hash);
      while (this.#places[2 * place + 1] !== 0) place = (place + 1) & this.#mask;
      this.#places[2 * place] = hash;
      this.#places[2 * place + 1] = list;
    }
  }

  /** The place of the list of its classes; 0 for a word that has none. */
  find(hash: number): number {
    const places = this.#places;
    for (let place = this.#placeOf(hash); ; place = (place + 1) & this.#mask) {
      const list = places[2 * place + 1] as number;
      if (list === 0 || places[2 * place] === hash) return list;
    }
  }

  listed(list: number): readonly number[] {
    return this.#classes[list] as readonly number[];
  }

  #placeOf(hash: number): number {
    return (hash ^ (hash >>> 13)) & this.#mask;
  }
}
