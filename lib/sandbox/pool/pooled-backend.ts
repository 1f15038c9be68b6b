import type { Outcome } from "#lib/errors/outcome.ts";
import { Residences } from "#lib/sandbox/lifecycle/residences.ts";
import { lifecycleStrategies, ownerOfTask, taskOf } from "#lib/sandbox/lifecycle/strategy.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type {
  KeptOwner,
  OpenOptions,
  RunOptions,
  SandboxBackend,
  SandboxSession,
  StandingBackend,
} from "#lib/sandbox/runtime.ts";
import { planKey } from "./plan-key.ts";
import { type PoolBounds, usualBounds } from "./pool-bounds.ts";
import type { PoolState } from "./pool-state.ts";
import { WarmPool } from "./warm-pool.ts";

export interface PoolOptions {
  /** How long a sandbox that serves a task or an agent is kept without a call. */
  readonly graceSeconds?: number;
  readonly bounds?: Partial<PoolBounds>;
}

type Served = Pick<PoolState, "bundle" | "served">;

/** A worker says all of them with each sign of life, and pages show them: those that were used last. */
const PLANS_COUNTED = 64;

/**
 * A backend with sandboxes in store. A call gets one that stood ready for exactly its plan, or its owner's where the plan
 * says that calls share one, or else one made for it: slower, and the same in every other way.
 */
export class PooledBackend implements SandboxBackend {
  readonly name: StandingBackend["name"];
  readonly lost?: Promise<void>;
  readonly #backend: StandingBackend;
  readonly #pool: WarmPool;
  readonly #residences: Residences;
  readonly #strategies: ReturnType<typeof lifecycleStrategies>;
  readonly #served = new Map<string, Served>();

  constructor(backend: StandingBackend, { graceSeconds, bounds = {} }: PoolOptions = {}) {
    const inForce = { ...usualBounds(), ...bounds };
    this.name = backend.name;
    if (backend.lost) this.lost = backend.lost;
    this.#backend = backend;
    this.#pool = new WarmPool(backend, inForce);
    this.#residences = new Residences(backend, inForce.residents);
    this.#strategies = lifecycleStrategies(graceSeconds);
  }

  async run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult> {
    const { bundlePath } = options;
    if (plan.backend !== this.name || plan.command.kind !== "bundle" || bundlePath === undefined)
      return this.#backend.run(plan, options);
    const key = planKey(plan);
    const result = (await this.#fromStore(key, plan, bundlePath, options)) ?? (await this.#backend.run(plan, options));
    this.#pool.refill(key);
    this.#count(key, plan.command.sha256, result);
    return result;
  }

  open(plan: SandboxPlan, options: OpenOptions): Promise<Outcome<SandboxSession>> {
    return this.#backend.open(plan, options);
  }

  poolState(): PoolState[] {
    return [...this.#served].map(([key, served]) => ({ key, ...this.#pool.counts(key), ...structuredClone(served) }));
  }

  owners(): KeptOwner[] {
    return this.#residences.owners().map(({ kind, id }) => (kind === "agent" ? { agentId: id } : ownerOfTask(id)));
  }

  async endOwner({ agentId, taskId }: KeptOwner): Promise<void> {
    const task = taskId === undefined ? null : taskOf(agentId, taskId);
    await this.#residences.endOwner(({ kind, id }) =>
      task === null ? isOf(agentId, kind, id) : kind === "task" && id === task,
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#residences.close()]);
    await this.#backend.close();
  }

  async #fromStore(
    key: string,
    plan: SandboxPlan,
    bundlePath: string,
    options: RunOptions,
  ): Promise<SandboxResult | null> {
    const strategy = this.#strategies[plan.lifecycle ?? "per-call"];
    const owner = strategy.ownerOf(options.correlation ?? {});
    if (owner) return this.#residences.run({ owner, strategy, planKey: key }, plan, bundlePath, options);
    return (await this.#pool.take(key, plan, bundlePath)?.call(options)) ?? null;
  }

  #count(key: string, bundle: string, { start }: SandboxResult): void {
    if (start === undefined) return;
    const counted = this.#served.get(key) ?? { bundle, served: { cold: 0, warm: 0, reused: 0 } };
    counted.served[start] += 1;
    // The one that was used last stays longest.
    this.#served.delete(key);
    this.#served.set(key, counted);
    const [oldest] = this.#served.keys();
    if (this.#served.size > PLANS_COUNTED && oldest !== undefined) this.#served.delete(oldest);
  }
}

/** Everything of an agent: what all its calls shared, and what those of its tasks did. */
function isOf(agentId: string, kind: "task" | "agent", id: string): boolean {
  return kind === "agent" ? id === agentId : ownerOfTask(id).agentId === agentId;
}
