import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { StandingBackend, StandingSandbox } from "#lib/sandbox/runtime.ts";
import { Demand } from "./demand.ts";
import type { PoolBounds } from "./pool-bounds.ts";

interface Ready {
  readonly sandbox: StandingSandbox;
  readonly since: number;
}

interface Shelf {
  readonly plan: SandboxPlan;
  readonly bundlePath: string;
  readonly demand: Demand;
  readonly ready: Ready[];
  making: number;
  /** One could not be made, or did not live to be used: none is made before this moment. */
  notBefore: number;
}

const SWEEP_MS = 5_000;
const AFTER_FAILURE_MS = 10_000;
const PLANS_REMEMBERED = 256;
const FIRST_GUESS_MS = 150;
const REFILL_AFTER_MS = 30;

/**
 * Sandboxes that were made before they were asked for. Each serves one call and is gone; one is made for a plan only
 * after that plan was asked for, and only as many as its calls use up while another is being made.
 */
export class WarmPool {
  readonly #backend: StandingBackend;
  readonly #bounds: PoolBounds;
  readonly #now: () => number;
  readonly #shelves = new Map<string, Shelf>();
  readonly #sweeping: NodeJS.Timeout;
  readonly #ending = new Set<Promise<void>>();
  #makingMs = FIRST_GUESS_MS;
  #making = 0;
  #closed = false;

  constructor(backend: StandingBackend, bounds: PoolBounds, now: () => number = Date.now) {
    this.#backend = backend;
    this.#bounds = bounds;
    this.#now = now;
    this.#sweeping = setInterval(() => this.sweep(), SWEEP_MS);
    this.#sweeping.unref();
  }

  /** One that stands ready for exactly this plan, or nothing. Either way the plan counts as asked for. */
  take(key: string, plan: SandboxPlan, bundlePath: string): StandingSandbox | null {
    const shelf = this.#shelves.get(key) ?? this.#newShelf(key, plan, bundlePath);
    shelf.demand.note(this.#now());
    const taken = this.#takeFrom(shelf);
    // A short call is over before another is made beside it. One that is made for its call has the processors to itself
    // first, and a workspace that it is the first to use is there afterwards.
    if (taken) setTimeout(() => this.#fill(shelf), REFILL_AFTER_MS).unref();
    return taken;
  }

  /** A call is over. */
  refill(key: string): void {
    const shelf = this.#shelves.get(key);
    if (shelf) this.#fill(shelf);
  }

  counts(key: string): { readonly ready: number; readonly wanted: number } {
    const shelf = this.#shelves.get(key);
    return { ready: shelf?.ready.length ?? 0, wanted: shelf ? this.#wanted(shelf) : 0 };
  }

  /** Ends what stood too long and what nobody wants any more. */
  sweep(): void {
    for (const shelf of this.#shelves.values()) {
      const wanted = this.#wanted(shelf);
      const old = (one: Ready): boolean => this.#now() - one.since > this.#bounds.idleMs;
      const kept = shelf.ready.filter((one) => !old(one)).slice(0, wanted);
      for (const one of shelf.ready) if (!kept.includes(one)) this.#discard(one);
      shelf.ready.splice(0, shelf.ready.length, ...kept);
      this.#fill(shelf);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeping);
    for (const shelf of this.#shelves.values()) for (const one of shelf.ready.splice(0)) this.#discard(one);
    await Promise.all(this.#ending);
  }

  #newShelf(key: string, plan: SandboxPlan, bundlePath: string): Shelf {
    const shelf: Shelf = { plan, bundlePath, demand: new Demand(), ready: [], making: 0, notBefore: 0 };
    this.#shelves.set(key, shelf);
    const unused = [...this.#shelves].find(([, { ready, making }]) => ready.length + making === 0);
    if (this.#shelves.size > PLANS_REMEMBERED && unused && unused[0] !== key) this.#shelves.delete(unused[0]);
    return shelf;
  }

  #takeFrom(shelf: Shelf): StandingSandbox | null {
    for (let one = shelf.ready.shift(); one; one = shelf.ready.shift()) {
      if (one.sandbox.isIntact()) return one.sandbox;
      this.#discard(one);
    }
    return null;
  }

  #wanted(shelf: Shelf): number {
    return shelf.demand.wanted(this.#now(), this.#makingMs, this.#bounds);
  }

  #fill(shelf: Shelf): void {
    while (!this.#closed && this.#lacks(shelf) && this.#making < this.#bounds.makingAtOnce && this.#makeRoom(shelf))
      void this.#make(shelf);
  }

  #lacks(shelf: Shelf): boolean {
    return this.#now() >= shelf.notBefore && shelf.ready.length + shelf.making < this.#wanted(shelf);
  }

  /** Where the pool is full, one of a plan that was asked for longer ago makes room. */
  #makeRoom(shelf: Shelf): boolean {
    const shelves = [...this.#shelves.values()];
    const total = shelves.reduce((sum, { ready, making }) => sum + ready.length + making, 0);
    if (total < this.#bounds.ready) return true;
    const oldest = shelves
      .filter(({ ready, demand }) => ready.length > 0 && demand.last < shelf.demand.last)
      .reduce<Shelf | null>((a, b) => (a && a.demand.last <= b.demand.last ? a : b), null);
    const one = oldest?.ready.shift();
    if (one) this.#discard(one);
    return one !== undefined;
  }

  async #make(shelf: Shelf): Promise<void> {
    shelf.making += 1;
    this.#making += 1;
    const started = this.#now();
    const made = await this.#backend.stand(shelf.plan, shelf.bundlePath, "one");
    shelf.making -= 1;
    this.#making -= 1;
    const now = this.#now();
    if (!made.ok) shelf.notBefore = now + AFTER_FAILURE_MS;
    else if (this.#closed) this.#discard({ sandbox: made.value, since: now });
    else {
      this.#makingMs = this.#makingMs * 0.8 + (now - started) * 0.2;
      this.#put(shelf, { sandbox: made.value, since: now });
    }
    for (const waiting of this.#shelves.values()) this.#fill(waiting);
  }

  #put(shelf: Shelf, one: Ready): void {
    shelf.ready.push(one);
    void one.sandbox.ended.then(() => {
      const index = shelf.ready.indexOf(one);
      if (index === -1) return;
      // Ended while it stood there: something kills them, and more of them would be killed too.
      shelf.ready.splice(index, 1);
      shelf.notBefore = this.#now() + AFTER_FAILURE_MS;
    });
  }

  #discard({ sandbox }: Ready): void {
    const ending = sandbox.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
