import { readdirSync } from "node:fs";
import type { Outcome } from "#lib/errors/outcome.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { type BackendTraits, buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { enforceAsUser } from "#lib/sandbox/plan-limits.ts";
import { endWithParent, innerCommand, stepDown, withLimits } from "#lib/sandbox/process/command.ts";
import { ContainedBackend } from "#lib/sandbox/process/contained-backend.ts";
import { firejailArguments, whyNotFirejail } from "./firejail-args.ts";

/** The fallback where bubblewrap is not to be had. It shows the machine's own paths, and carries no network. */
export class FirejailSandbox extends ContainedBackend {
  constructor(machine: Machine) {
    super(
      {
        name: "firejail",
        whyNot: whyNotFirejail,
        argvOf: (inputs) => {
          if (!machine.firejail) throw new Error("firejail is not installed.");
          const options = firejailArguments({ ...inputs, rootEntries: readdirSync("/") });
          const down = inputs.user === null ? [] : stepDown(inputs);
          const command = [...down, ...innerCommand(inputs, withLimits(inputs))];
          return [...endWithParent(inputs), machine.firejail.path, ...options, ...command];
        },
      },
      machine,
    );
  }
}

export function planFirejail(request: PlanRequest, machine: Machine): Outcome<SandboxPlan> {
  const traits: BackendTraits = {
    name: "firejail",
    tier: "weaker",
    obstacle: machine.firejail ? null : "firejail is not installed.",
    places: "host",
    enforce: enforceAsUser,
  };
  const plan = buildSandboxPlan(request, machine, traits);
  const unheld = plan.ok ? whyNotFirejail(plan.value) : null;
  return unheld === null ? plan : refuse("no_sandbox", unheld);
}
