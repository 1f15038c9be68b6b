/** How many should stand ready for one plan, from how often it was asked for. A function of its arguments; it reads no clock. */
const WINDOW_MS = 5_000;
const REMEMBERED = 512;
/** So many times what is used while one is being made: calls come in bursts. */
const RESERVE = 2;

export interface DemandBounds {
  readonly perPlan: number;
  /** Asked for longer ago than this: nobody is waited for any more. */
  readonly idleMs: number;
}

export class Demand {
  readonly #asked: number[] = [];

  note(now: number): void {
    this.#asked.push(now);
    if (this.#asked.length > REMEMBERED) this.#asked.shift();
  }

  get last(): number {
    return this.#asked.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** `makingMs`: how long it takes until another one stands. */
  wanted(now: number, makingMs: number, { perPlan, idleMs }: DemandBounds): number {
    if (now - this.last > idleMs) return 0;
    const recent = this.#asked.filter((at) => now - at <= WINDOW_MS);
    const first = recent[0];
    if (first === undefined) return Math.min(1, perPlan);
    const perSecond = recent.length / Math.max(1, (now - first) / 1000);
    return Math.max(1, Math.min(perPlan, Math.ceil((perSecond * makingMs * RESERVE) / 1000)));
  }
}
