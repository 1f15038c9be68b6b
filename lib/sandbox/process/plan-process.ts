import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { meetExec, meetGit, meetNetwork, meetPrograms, withMethods } from "#lib/sandbox/meet-level.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { planEnvironment } from "#lib/sandbox/plan-environment.ts";
import { enforceAsUser, planLimits } from "#lib/sandbox/plan-limits.ts";

const EVERYTHING = "/**";

/**
 * The plan of a call that runs as a plain process: with limits, a clean environment and a user of its own, and with the
 * whole machine in sight. So only a call that is given the whole machine is planned here; every other is refused, since
 * nobody would hold what its policy or its level leaves out.
 */
export function planProcess(request: PlanRequest, machine: Machine): Outcome<SandboxPlan> {
  const unspecified = request.unspecified ?? "level";
  const wanted = withMethods(meetNetwork(request.policy, request.grant, unspecified), request.egressClass);
  const network = meetGit(wanted, request.grant, request);
  const exec = meetExec(request.policy, request.grant, unspecified, request);
  const unheld = whatNobodyHolds(request, network, exec);
  if (unheld) return refuse("no_sandbox", `A plain process cannot hold this call: ${unheld}.`);
  const limits = planLimits(request.policy.limits, exec, machine, enforceAsUser);
  if (!limits.ok) return limits;
  const { environment, left } = planEnvironment(request.policy.environment, request.environment ?? {});
  return done({
    version: 1,
    backend: "process",
    tier: "weaker",
    command: request.command,
    mounts: [{ source: "/", target: "/", mode: "rw", from: EVERYTHING }],
    tmpfs: [],
    workingDirectory: request.roots.workspace,
    network,
    environment,
    exec,
    limits: limits.value,
    ...(left.length > 0 ? { narrowed: left } : {}),
  });
}

function whatNobodyHolds(
  { policy, grant, files, requires, ...kind }: PlanRequest,
  network: SandboxPlan["network"],
  exec: "allow" | "deny",
): string | null {
  const { read, write } = policy.filesystem ?? {};
  if (!read?.includes(EVERYTHING) || !write?.includes(EVERYTHING)) {
    return `its files are limited, and only a policy that reads and writes ${EVERYTHING} asks for no limit`;
  }
  if (grant.file_system !== "full" || files === "program") return "its level limits its files";
  if (meetPrograms(grant, kind) !== null) return "its level lists its programs";
  return whatCannotBeRun({ network, exec }) ?? (requires ? "it needs credentials" : null);
}

/** The part that shows in the plan itself. */
export function whatCannotBeRun({ network, exec }: Pick<SandboxPlan, "network" | "exec">): string | null {
  if (network.mode !== "open") return "its network is limited";
  if (network.git !== undefined) return "it may only fetch";
  if (network.methods !== undefined) return "it may only read from the network";
  return exec === "allow" ? null : "it may not start processes";
}
