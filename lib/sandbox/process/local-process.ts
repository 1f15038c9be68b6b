import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { endWithParent, innerCommand, stepDown, withLimits } from "./command.ts";
import { ContainedBackend } from "./contained-backend.ts";
import { whatCannotBeRun } from "./plan-process.ts";

/**
 * A plain process with a clean environment, limits, no privileges and an end that nothing of it outlives. It confines
 * neither files nor network, says so, and takes no plan that needs it to.
 */
export class LocalProcessSandbox extends ContainedBackend {
  constructor(machine: Machine) {
    super(
      {
        name: "process",
        whyNot: whyNotProcess,
        // The change of user forgets the wish to end with us, so it comes after.
        argvOf: (inputs) => [
          ...stepDown(inputs),
          ...endWithParent(inputs),
          ...innerCommand(inputs, withLimits(inputs)),
        ],
      },
      machine,
    );
  }
}

function whyNotProcess(plan: SandboxPlan): string | null {
  const whole = plan.mounts.some(({ source, target, mode }) => source === "/" && target === "/" && mode === "rw");
  const unheld = whole ? whatCannotBeRun(plan) : "its files are limited";
  return unheld === null ? null : `A plain process cannot hold this call: ${unheld}.`;
}
