import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { LimitName } from "#lib/policy/tool-policy.ts";
import { type BackendTraits, buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { type Enforcement, limitOf } from "#lib/sandbox/plan-limits.ts";
import { type CommandInputs, innerCommand } from "#lib/sandbox/process/command.ts";
import { ContainedBackend } from "#lib/sandbox/process/contained-backend.ts";
import { seatbeltProfile } from "./profile.ts";

export const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

/** macOS. It has neither namespaces nor control groups: what could leave a process behind is refused. */
export class SeatbeltSandbox extends ContainedBackend {
  constructor(machine: Machine) {
    super({ name: "seatbelt", whyNot: whyNotSeatbelt, argvOf: seatbeltCommand }, machine);
  }
}

export function seatbeltCommand(inputs: CommandInputs): string[] {
  const { plan, machine, stage } = inputs;
  const readable = [machine.nodePath, ...(stage ? [stage.directory] : [])];
  return [SANDBOX_EXEC, "-p", seatbeltProfile({ plan, readable }), ...innerCommand(inputs, limitsByShell(inputs))];
}

/** There is no prlimit: the shell sets the limits and becomes the command. */
function limitsByShell({ plan, machine }: CommandInputs): (command: readonly string[]) => string[] {
  const { sh } = machine.programs;
  if (!sh) throw new Error("sh is missing.");
  const blocks = limitOf(plan.limits, "fileMb") * 2048;
  const script = `ulimit -c 0; ulimit -n 256; ulimit -f ${blocks}; ulimit -t ${limitOf(plan.limits, "cpuSeconds")}; exec "$@"`;
  return (command) => [sh, "-c", script, "sh", ...command];
}

export function whyNotSeatbelt({ network, exec, tmpfs, mounts }: SandboxPlan): string | null {
  if (network.mode !== "none") return "seatbelt has no way to the egress proxy: only calls without network run in it.";
  if (exec === "allow")
    return "On macOS a process can outlive its call: only calls that may not start any run in seatbelt.";
  if (tmpfs.length > 0) return "seatbelt cannot make places in memory.";
  return mounts.some(({ source, target }) => source !== target) ? "seatbelt cannot put a directory elsewhere." : null;
}

export function planSeatbelt(request: PlanRequest, machine: Machine): Outcome<SandboxPlan> {
  if (request.files === "program") return refuse("no_sandbox", "seatbelt cannot show empty places.");
  const traits: BackendTraits = { name: "seatbelt", tier: "weaker", obstacle: null, places: "host", enforce };
  const built = buildSandboxPlan(request, machine, traits);
  if (!built.ok) return built;
  // There is no private /tmp, and the machine's own is everybody's.
  const workingDirectory = built.value.workingDirectory === "/tmp" ? "/" : built.value.workingDirectory;
  const plan = { ...built.value, tmpfs: [], workingDirectory };
  const unheld = whyNotSeatbelt(plan);
  return unheld === null ? { ok: true, value: plan } : refuse("no_sandbox", unheld);
}

function enforce(name: LimitName): Enforcement {
  switch (name) {
    case "wallSeconds":
      return { enforcedBy: "reader", how: "killed by the clock of the process that reads its output" };
    case "outputBytes":
      return { enforcedBy: "reader", how: "killed when what it wrote passes the limit" };
    case "fileMb":
      return { enforcedBy: "kernel", how: "RLIMIT_FSIZE, for each file" };
    case "cpuSeconds":
      return { enforcedBy: "kernel", how: "RLIMIT_CPU; there is one process" };
    case "processes":
      return { enforcedBy: "kernel", how: "the profile lets it start none" };
    case "memoryMb":
      return { enforcedBy: "none", how: "a bound on Node's heap stops accidents, not intent" };
  }
}
