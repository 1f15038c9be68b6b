import { done } from "#lib/errors/outcome.ts";
import { BubblewrapBackend } from "./bubblewrap/backend.ts";
import { executableNode } from "./bubblewrap/executable-node.ts";
import { whyNotBubblewrap } from "./bubblewrap/judge-machine.ts";
import { sweepGroups } from "./bubblewrap/sweep-groups.ts";
import { buildSandboxPlan, type PlanRequest } from "./build-plan.ts";
import { DenyAllSandbox } from "./deny-all.ts";
import type { EgressDoors } from "./egress/open-egress.ts";
import { type Machine, probeMachine } from "./machine.ts";
import { withPossiblePlaces, withRealPaths } from "./real-paths.ts";
import type { SandboxBackend, SandboxRuntime } from "./runtime.ts";
import type { SelfTestReport } from "./self-test/report.ts";
import { testBackend } from "./self-test/test-backend.ts";

export interface RuntimeOptions {
  /** The Node that starts sandboxes and runs tools in them. */
  readonly nodePath: string;
  /** The dispatcher's own directory, which no plan may mount. */
  readonly stateDirectory?: string;
  /** How the egress proxy resolves and dials; by default as this machine does. */
  readonly egress?: Partial<EgressDoors>;
}

/**
 * Finds out what this machine can do, proves it, and offers the best that was proved. What is not proved is not offered:
 * the answer is then a runtime that refuses every call and says why.
 */
export async function openSandboxRuntime(options: RuntimeOptions): Promise<SandboxRuntime> {
  const found = probeMachine(options.nodePath);
  const obstacle = whyNotBubblewrap(found);
  if (obstacle) return denied(obstacle);
  let machine: Machine;
  let backend: SandboxBackend;
  try {
    machine = found.root ? { ...found, nodePath: executableNode(found.nodePath, options.stateDirectory) } : found;
    sweepGroups(machine.cgroups.map(({ directory }) => directory));
    backend = await BubblewrapBackend.open(machine, options.egress);
  } catch (error) {
    return denied(error instanceof Error ? error.message : String(error));
  }
  const report = await testBackend(backend, machine);
  if (report.offered) return offer(backend, machine, [report], options.stateDirectory);
  await backend.close();
  return new DenyAllSandbox(report.reason, [report]);
}

function denied(reason: string): SandboxRuntime {
  return new DenyAllSandbox(reason, [{ name: "bubblewrap", offered: false, tier: "none", reason, checks: [] }]);
}

function offer(
  backend: SandboxBackend,
  machine: Machine,
  reports: readonly SelfTestReport[],
  stateDirectory: string | undefined,
): SandboxRuntime {
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  return {
    name: backend.name,
    reports,
    plan(request: PlanRequest) {
      const plan = buildSandboxPlan(withRealPaths({ ...state, ...request }), machine);
      return plan.ok ? done(withPossiblePlaces(plan.value)) : plan;
    },
    run: (plan, runOptions) => backend.run(plan, runOptions),
    open: (plan, openOptions) => backend.open(plan, openOptions),
    close: () => backend.close(),
  };
}
