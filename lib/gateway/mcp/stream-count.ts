/** How many streams a key and a process keep open: each looks at the database now and then, and costs a connection of the client's. */
const OF_A_KEY = 8;
const OF_ALL = 500;

export class StreamCount {
  readonly #open = new Map<string, number>();
  #all = 0;

  /** A place that is left once, or nothing. */
  take(owner: string): { leave(): void } | undefined {
    const open = this.#open.get(owner) ?? 0;
    if (open >= OF_A_KEY || this.#all >= OF_ALL) return undefined;
    this.#open.set(owner, open + 1);
    this.#all += 1;
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        this.#all -= 1;
        const now = (this.#open.get(owner) ?? 1) - 1;
        if (now === 0) this.#open.delete(owner);
        else this.#open.set(owner, now);
      },
    };
  }
}
