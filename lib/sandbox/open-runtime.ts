import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import { BubblewrapBackend } from "./bubblewrap/backend.ts";
import { whyNotBubblewrap } from "./bubblewrap/judge-machine.ts";
import { sweepGroups } from "./bubblewrap/sweep-groups.ts";
import { buildSandboxPlan, type PlanRequest } from "./build-plan.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./config/sandboxing.ts";
import { DenyAllSandbox } from "./deny-all.ts";
import type { EgressDoors } from "./egress/open-egress.ts";
import { openFirejail } from "./firejail/open-firejail.ts";
import { type Machine, probeMachine } from "./machine.ts";
import type { SandboxPlan } from "./plan.ts";
import { PooledBackend } from "./pool/pooled-backend.ts";
import { openLocalProcess } from "./process/open-local-process.ts";
import { withListedPrograms } from "./programs/with-listed-programs.ts";
import type { SandboxRuntime } from "./runtime.ts";
import { withSealedNode } from "./sealed-node.ts";
import { openSeatbelt } from "./seatbelt/open-seatbelt.ts";
import { notOffered, type Opened } from "./select/opened.ts";
import { selectingRuntime } from "./select/selecting-runtime.ts";
import { testBackend } from "./self-test/test-backend.ts";
import { testListing } from "./self-test/test-listing.ts";

export interface RuntimeOptions {
  /** The Node that starts sandboxes and runs tools in them. */
  readonly nodePath: string;
  /** The dispatcher's own directory, which no plan may mount. */
  readonly stateDirectory?: string;
  /** How the egress proxy resolves and dials; by default as this machine does. */
  readonly egress?: Partial<EgressDoors>;
  /** The document in force; without one, bubblewrap or stronger for everything. */
  readonly sandboxing?: Sandboxing;
  /** Keep sandboxes ready for the next call, and let those of a task or an agent share one: for a process that serves many. */
  readonly pool?: boolean;
}

/**
 * Finds out what this machine can do, proves it, and offers what was proved. What is not proved is not offered: where
 * that is all, the answer is a runtime that refuses every call and says why.
 */
export async function openSandboxRuntime(options: RuntimeOptions): Promise<SandboxRuntime> {
  const sandboxing = options.sandboxing ?? DEFAULT_SANDBOXING;
  const { stateDirectory } = options;
  const found = probeMachine(options.nodePath);
  // Asked for by each, so that a Node which cannot be made usable is said by each.
  const machine = (): Machine => withSealedNode(found, stateDirectory);
  const opened = await Promise.all([
    openOrSay("bubblewrap", () => openBubblewrap(machine(), options)),
    openOrSay("firejail", () => openFirejail(machine(), sandboxing)),
    openOrSay("seatbelt", () => openSeatbelt(machine())),
    openOrSay("process", () => openLocalProcess(machine(), sandboxing)),
  ]);
  const reports = opened.map(({ report }) => report);
  const [first, ...others] = opened.flatMap(({ proved }) => (proved ? [proved] : []));
  if (!first) return new DenyAllSandbox(reports[0]?.reason, reports, sandboxing);
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  return selectingRuntime({ proved: [first, ...others], reports, sandboxing, ...state });
}

/** Whatever goes wrong on the way means that it is not offered. */
async function openOrSay(name: Backend, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    return notOffered(name, error instanceof Error ? error.message : String(error));
  }
}

async function openBubblewrap(machine: Machine, options: RuntimeOptions): Promise<Opened> {
  const obstacle = whyNotBubblewrap(machine);
  if (obstacle) return notOffered("bubblewrap", obstacle);
  sweepGroups(machine.cgroups.map(({ directory }) => directory));
  const backend = await BubblewrapBackend.open(machine, options.egress);
  const [shown, listing] = await Promise.all([testBackend(backend, machine), testListing(backend, machine)]);
  const report = shown.offered ? { ...shown, checks: [...shown.checks, listing] } : shown;
  if (report.offered) {
    const graceSeconds = (options.sandboxing ?? DEFAULT_SANDBOXING).lifecycle.grace_seconds;
    const offered = options.pool ? new PooledBackend(backend, { graceSeconds }) : backend;
    const planned = listing.holds ? machine : { ...machine, programs: { ...machine.programs, unshare: null } };
    return { report, proved: { backend: offered, plan: (request) => planFor(request, planned) } };
  }
  await backend.close();
  return { report };
}

function planFor(request: PlanRequest, machine: Machine): Outcome<SandboxPlan> {
  const plan = buildSandboxPlan(request, machine);
  return plan.ok ? done(withListedPrograms(plan.value, machine)) : plan;
}
