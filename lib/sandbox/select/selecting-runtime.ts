import { refuse } from "#lib/errors/outcome.ts";
import { narrowConversation } from "#lib/sandbox/config/narrow-request.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { withPossiblePlaces, withRealPaths } from "#lib/sandbox/real-paths.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxBackend, SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import { type Proved, selectPlan } from "./select-plan.ts";
import { strengthOf } from "./strength.ts";

export interface SelectionInputs {
  readonly proved: readonly [Proved, ...Proved[]];
  readonly reports: readonly SelfTestReport[];
  readonly sandboxing: Sandboxing;
  readonly stateDirectory?: string;
}

/** All proved backends as one: each call is planned for the one that its kind asks for, and run by the one it is planned for. */
export function selectingRuntime({ proved, reports, sandboxing, stateDirectory }: SelectionInputs): SandboxRuntime {
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  const backendOf = (name: string): SandboxBackend | undefined =>
    proved.find(({ backend }) => backend.name === name)?.backend;
  const absent = (name: string) => refuse("no_sandbox", `The plan is for ${name}, which is not offered here.`);
  const strongest = proved.reduce((a, b) => (strengthOf(b.backend.name) > strengthOf(a.backend.name) ? b : a));
  const losses = proved.flatMap(({ backend }) => backend.lost ?? []);
  return {
    name: strongest.backend.name,
    // The others could go on, and would refuse what is planned for the one that is lost.
    ...(losses.length === 0 ? {} : { lost: Promise.race(losses) }),
    reports,
    plan(request) {
      const plan = selectPlan(withRealPaths({ ...state, ...request }), sandboxing, proved);
      return plan.ok ? { ok: true, value: withPossiblePlaces(plan.value) } : plan;
    },
    narrow: (request) => narrowConversation(request, sandboxing),
    run: async (plan, options) =>
      (await backendOf(plan.backend)?.run(plan, options)) ?? refusedResult(plan.backend, absent(plan.backend)),
    open: async (plan, options) => (await backendOf(plan.backend)?.open(plan, options)) ?? absent(plan.backend),
    poolState: () => proved.flatMap(({ backend }) => backend.poolState?.() ?? []),
    owners: () => proved.flatMap(({ backend }) => backend.owners?.() ?? []),
    endOwner: async (owner) => {
      await Promise.all(proved.map(({ backend }) => backend.endOwner?.(owner)));
    },
    close: async () => {
      await Promise.all(proved.map(({ backend }) => backend.close()));
    },
  };
}
