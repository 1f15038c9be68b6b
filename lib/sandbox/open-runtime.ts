import { BubblewrapBackend } from "./bubblewrap/backend.ts";
import { executableNode } from "./bubblewrap/executable-node.ts";
import { whyNotBubblewrap } from "./bubblewrap/judge-machine.ts";
import { sweepGroups } from "./bubblewrap/sweep-groups.ts";
import { buildSandboxPlan } from "./build-plan.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./config/sandboxing.ts";
import { DenyAllSandbox } from "./deny-all.ts";
import type { EgressDoors } from "./egress/open-egress.ts";
import { openFirejail } from "./firejail/open-firejail.ts";
import { type Machine, probeMachine } from "./machine.ts";
import { openLocalProcess } from "./process/open-local-process.ts";
import type { SandboxBackend, SandboxRuntime } from "./runtime.ts";
import { openSeatbelt } from "./seatbelt/open-seatbelt.ts";
import type { Opened } from "./select/opened.ts";
import { notOffered } from "./select/opened.ts";
import { selectingRuntime } from "./select/selecting-runtime.ts";
import { testBackend } from "./self-test/test-backend.ts";

export interface RuntimeOptions {
  /** The Node that starts sandboxes and runs tools in them. */
  readonly nodePath: string;
  /** The dispatcher's own directory, which no plan may mount. */
  readonly stateDirectory?: string;
  /** How the egress proxy resolves and dials; by default as this machine does. */
  readonly egress?: Partial<EgressDoors>;
  /** The document in force; without one, bubblewrap or stronger for everything. */
  readonly sandboxing?: Sandboxing;
}

/**
 * Finds out what this machine can do, proves it, and offers what was proved. What is not proved is not offered: where
 * that is all, the answer is a runtime that refuses every call and says why.
 */
export async function openSandboxRuntime(options: RuntimeOptions): Promise<SandboxRuntime> {
  const sandboxing = options.sandboxing ?? DEFAULT_SANDBOXING;
  const { stateDirectory } = options;
  const found = probeMachine(options.nodePath);
  const machine = found.root ? { ...found, nodePath: executableNode(found.nodePath, stateDirectory) } : found;
  const opened = await Promise.all([
    openBubblewrap(machine, options),
    openFirejail(machine, sandboxing),
    openSeatbelt(machine),
    openLocalProcess(machine, sandboxing),
  ]);
  const reports = opened.map(({ report }) => report);
  const [first, ...others] = opened.flatMap(({ proved }) => (proved ? [proved] : []));
  if (!first) return new DenyAllSandbox(reports[0]?.reason, reports);
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  return selectingRuntime({ proved: [first, ...others], reports, sandboxing, ...state });
}

async function openBubblewrap(machine: Machine, options: RuntimeOptions): Promise<Opened> {
  const obstacle = whyNotBubblewrap(machine);
  if (obstacle) return notOffered("bubblewrap", obstacle);
  let backend: SandboxBackend;
  try {
    sweepGroups(machine.cgroups.map(({ directory }) => directory));
    backend = await BubblewrapBackend.open(machine, options.egress);
  } catch (error) {
    return notOffered("bubblewrap", error instanceof Error ? error.message : String(error));
  }
  const report = await testBackend(backend, machine);
  if (report.offered) return { report, proved: { backend, plan: (request) => buildSandboxPlan(request, machine) } };
  await backend.close();
  return { report };
}
