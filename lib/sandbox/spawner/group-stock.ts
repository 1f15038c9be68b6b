import type { GroupOrder } from "../bubblewrap/launch.ts";
import { Ahead } from "./ahead.ts";
import {
  asControlGroups,
  type ControlGroups,
  type MadeGroup,
  makeControlGroups,
  makeGroups,
  removeEmpty,
  setGroups,
} from "./control-groups.ts";

/** As many launches as may come at once and find their groups made. */
export const GROUPS_AHEAD = 2;

/**
 * Groups for launches, made between calls: to make four of them takes a call some 0.3 ms. Nobody is in them, and no limit of any plan
 * is: a launch puts its own on them before it has a process, and is the only one that is ever in them.
 */
export class GroupStock {
  readonly #orders: readonly GroupOrder[];
  readonly #name: string;
  readonly #ahead: Ahead<MadeGroup[]>;
  #next = 0;

  /** `orders`: with what every launch sets. `name`: what the names of all begin with. */
  constructor(orders: readonly GroupOrder[], name: string) {
    this.#orders = orders;
    this.#name = name;
    this.#ahead = new Ahead(() => makeGroups(orders, this.#newName()), GROUPS_AHEAD);
  }

  /** Throws as making them does, and leaves none then. */
  take(orders: readonly GroupOrder[]): ControlGroups {
    if (!isSame(orders, this.#orders)) return makeControlGroups(orders, this.#newName());
    const made = this.#ahead.take().map(({ directory }, index) => ({ directory, order: orders[index] as GroupOrder }));
    const isSet = new Set(
      this.#orders.flatMap(({ settings }) => settings.map(({ file, value }) => `${file} ${value}`)),
    );
    try {
      setGroups(made, ({ order }) => order.settings.filter(({ file, value }) => !isSet.has(`${file} ${value}`)));
      return asControlGroups(made);
    } catch {
      // It may be them: somebody took them away while they waited. Of new ones it is known.
      return makeControlGroups(orders, this.#newName());
    }
  }

  refill(): void {
    if (this.#orders.length > 0) this.#ahead.refill();
  }

  /** Takes those away that nobody took. */
  empty(): void {
    for (const made of this.#ahead.drain()) removeEmpty(made);
  }

  #newName(): string {
    return `${this.#name}-${this.#next++}`;
  }
}

function isSame(some: readonly GroupOrder[], others: readonly GroupOrder[]): boolean {
  return some.length === others.length && some.every(({ directory }, index) => directory === others[index]?.directory);
}
