import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { RunOptions, StandingBackend, StandingSandbox } from "#lib/sandbox/runtime.ts";
import type { SandboxLifecycleStrategy, SandboxOwner } from "./strategy.ts";

interface Residence {
  readonly owner: SandboxOwner;
  readonly sandbox: Promise<StandingSandbox | null>;
  underWay: number;
  cpuMs: number;
  lastUse: number;
  grace: NodeJS.Timeout | undefined;
  /** It serves no further call and ends with the last one under way. */
  retired: boolean;
}

/** The kernel counts a process's time over its whole life, so one that used up half of a call's allowance is replaced. */
const SHARE_OF_CPU = 0.5;

/**
 * Sandboxes that serve several calls of one owner under one plan. Owner and plan together are the key: no instance ever
 * serves another policy, another agent or another task.
 */
export class Residences {
  readonly #backend: StandingBackend;
  readonly #most: number;
  readonly #now: () => number;
  readonly #all = new Map<string, Residence>();
  readonly #ending = new Set<Promise<void>>();

  constructor(backend: StandingBackend, most: number, now: () => number = Date.now) {
    this.#backend = backend;
    this.#most = most;
    this.#now = now;
  }

  /** Null: no sandbox could be had, or it ended before the call reached it; nothing of the tool has run. */
  async run(
    { owner, strategy, planKey }: { owner: SandboxOwner; strategy: SandboxLifecycleStrategy; planKey: string },
    plan: SandboxPlan,
    bundlePath: string,
    options: RunOptions,
  ): Promise<SandboxResult | null> {
    const key = JSON.stringify([owner.kind, owner.id, planKey]);
    const usable = (await this.#usable(key)) ?? this.#all.get(key);
    const residence = usable ?? this.#settle(key, owner, plan, bundlePath);
    if (!residence) return null;
    residence.underWay += 1;
    clearTimeout(residence.grace);
    try {
      const sandbox = await residence.sandbox;
      const result = (await sandbox?.call(options)) ?? null;
      residence.cpuMs += result?.usage.cpuMs ?? 0;
      const worn = residence.cpuMs > limitOf(plan.limits, "cpuSeconds") * 1000 * SHARE_OF_CPU;
      if (result === null || result.stopped || result.error || worn) this.#retire(key, residence);
      return result;
    } finally {
      residence.underWay -= 1;
      residence.lastUse = this.#now();
      if (residence.underWay === 0) this.#rest(key, residence, strategy.graceMs);
    }
  }

  /** Whose sandboxes are kept, each once. */
  owners(): SandboxOwner[] {
    const owners = [...this.#all.values()].map(({ owner }) => [JSON.stringify([owner.kind, owner.id]), owner] as const);
    return [...new Map(owners).values()];
  }

  /**
   * The task or the agent is over. No further call is served, and what rests ends at once; a call under way was allowed to
   * run and has its own ways to be stopped, so its sandbox ends with it.
   */
  async endOwner(isOver: (owner: SandboxOwner) => boolean): Promise<void> {
    for (const [key, residence] of [...this.#all]) if (isOver(residence.owner)) this.#retire(key, residence);
    await Promise.all(this.#ending);
  }

  /** At once, whatever they are at. */
  async close(): Promise<void> {
    for (const residence of this.#all.values()) this.#end(residence);
    this.#all.clear();
    await Promise.all(this.#ending);
  }

  async #usable(key: string): Promise<Residence | null> {
    const found = this.#all.get(key);
    if (!found) return null;
    const sandbox = await found.sandbox;
    if (!found.retired && sandbox?.isIntact()) return found;
    this.#retire(key, found);
    return this.#all.get(key) ?? null;
  }

  #settle(key: string, owner: SandboxOwner, plan: SandboxPlan, bundlePath: string): Residence | null {
    if (this.#all.size >= this.#most && !this.#makeRoom()) return null;
    const sandbox = this.#backend.stand(plan, bundlePath, "many").then((made) => (made.ok ? made.value : null));
    const fresh = { owner, sandbox, underWay: 0, cpuMs: 0, lastUse: this.#now(), grace: undefined, retired: false };
    this.#all.set(key, fresh);
    return fresh;
  }

  /** The one that has been without a call for longest goes. */
  #makeRoom(): boolean {
    const [idle] = [...this.#all]
      .filter(([, { underWay }]) => underWay === 0)
      .sort(([, a], [, b]) => a.lastUse - b.lastUse);
    if (!idle) return false;
    this.#all.delete(idle[0]);
    this.#end(idle[1]);
    return true;
  }

  #retire(key: string, residence: Residence): void {
    residence.retired = true;
    if (this.#all.get(key) === residence) this.#all.delete(key);
    if (residence.underWay === 0) this.#end(residence);
  }

  #rest(key: string, residence: Residence, graceMs: number): void {
    if (residence.retired) this.#end(residence);
    else residence.grace = setTimeout(() => this.#retire(key, residence), graceMs).unref();
  }

  #end(residence: Residence): void {
    clearTimeout(residence.grace);
    residence.retired = true;
    const ending = residence.sandbox.then((sandbox) => sandbox?.end()).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
