import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { narrowPlan, narrowRequest } from "#lib/sandbox/config/narrow-request.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import { chooseBackends } from "./choose-backends.ts";
import { strengthOf } from "./strength.ts";

/** A backend that proved itself here, and how it plans. */
export interface Proved {
  readonly backend: SandboxBackend;
  readonly plan: (request: PlanRequest) => Outcome<SandboxPlan>;
}

/** A plan that this backend cannot hold may be held by the next; what no sandbox may be given is refused by the first. */
const ASK_THE_NEXT: readonly Refusal["code"][] = ["no_sandbox", "limit_unenforceable"];

/** The plan of a call, by the first of the sufficient backends that can hold it. */
export function selectPlan(
  asked: PlanRequest,
  sandboxing: Sandboxing,
  proved: readonly Proved[],
): Outcome<SandboxPlan> {
  const names = proved.map(({ backend }) => backend.name);
  const chosen = chooseBackends(asked, sandboxing, names);
  if (!chosen.ok) return chosen;
  const request = narrowRequest(asked, sandboxing);
  const refusals: { readonly name: Backend; readonly refusal: Refusal }[] = [];
  for (const name of chosen.value) {
    const plan = proved.find(({ backend }) => backend.name === name)?.plan({ ...request, backend: name });
    if (!plan) continue;
    if (plan.ok) return done(withLifecycle(narrowPlan(plan.value, request, sandboxing), sandboxing));
    if (!ASK_THE_NEXT.includes(plan.code)) return plan;
    refusals.push({ name, refusal: plan });
  }
  // Why not even the strongest could is what an operator has to know.
  const [strongest] = refusals.sort((a, b) => strengthOf(b.name) - strengthOf(a.name));
  return strongest?.refusal ?? refuse("no_sandbox");
}

/** Only bubblewrap keeps a sandbox for longer than a call; elsewhere each call has its own. */
function withLifecycle(plan: SandboxPlan, { lifecycle }: Sandboxing): SandboxPlan {
  if (lifecycle.strategy === "per-call" || plan.backend !== "bubblewrap") return plan;
  return { ...plan, lifecycle: lifecycle.strategy };
}
