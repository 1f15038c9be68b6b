import { correlationEnvironment } from "#lib/sandbox/bubblewrap/correlation-environment.ts";
import { NODE_INSIDE } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import type { Correlation } from "#lib/sandbox/runtime.ts";
import { DESCRIPTORS, sayReached } from "./launch.ts";
import type { Stage } from "./stage-bundle.ts";

export interface CommandInputs {
  readonly plan: SandboxPlan;
  readonly machine: Machine;
  /** Whom to become first; null where we are nobody who could. */
  readonly user: number | null;
  /** Only of a bundle. */
  readonly stage: Pick<Stage, "directory" | "bundle" | "runner"> | null;
  readonly correlation?: Correlation;
}

/** Threads that Node needs for itself: not charged to the tool. */
export const NODE_TASKS = 24;
const OPEN_FILES = 256;
const HEAP_SHARE = 0.75;

/**
 * The tool's own command line, from the inside out: the program or our runner, its limits, its environment and nothing of
 * ours, and before all that the word that everything around it worked.
 */
export function innerCommand(inputs: CommandInputs, limit: (command: readonly string[]) => string[]): string[] {
  const { plan, machine, correlation } = inputs;
  const { sh, env } = machine.programs;
  if (!sh || !env) throw new Error("sh or env is missing.");
  const environment = { ...plan.environment, ...correlationEnvironment(correlation) };
  const assigned = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  if (assigned.some((assignment) => assignment.includes("\0"))) throw new Error("The environment contains a NUL.");
  const command = [env, "-i", ...assigned, ...limit(toolCommand(inputs))];
  return sayReached(sh, plan.workingDirectory, plan.command.kind === "bundle", command);
}

/** By the kernel's own limits, set after stepping down: they may only be lowered. */
export function withLimits({ plan, machine, user }: CommandInputs): (command: readonly string[]) => string[] {
  const { prlimit } = machine.programs;
  if (!prlimit) throw new Error("prlimit is missing.");
  const usesNode = runsNode(plan);
  const memoryHeld = plan.limits.some(({ name, enforcedBy }) => name === "memoryMb" && enforcedBy === "kernel");
  const cpu = limitOf(plan.limits, "cpuSeconds");
  return (command) => [
    prlimit,
    // A user of its own has no other processes; for one that we share this would count ours.
    ...(user === null ? [] : [`--nproc=${limitOf(plan.limits, "processes") + NODE_TASKS}`]),
    `--nofile=${OPEN_FILES}`,
    `--fsize=${limitOf(plan.limits, "fileMb") * 1_048_576}`,
    "--core=0",
    `--cpu=${cpu}:${cpu + 1}`,
    ...(memoryHeld || usesNode ? [] : [`--data=${limitOf(plan.limits, "memoryMb") * 1_048_576}`]),
    "--",
    ...command,
  ];
}

/** Ends the process with whoever started it: a dispatcher that is killed leaves none. */
export function endWithParent({ machine }: CommandInputs): string[] {
  const { setpriv } = machine.programs;
  if (!setpriv) throw new Error("setpriv is missing.");
  return [setpriv, "--pdeathsig", "KILL", "--"];
}

/** As root to a user of its own, without a capability; in any case so that no program gains privileges. */
export function stepDown({ machine, user }: CommandInputs): string[] {
  const { setpriv } = machine.programs;
  if (!setpriv) throw new Error("setpriv is missing.");
  if (user === null) return [setpriv, "--no-new-privs", "--"];
  const drop = ["--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"];
  return [setpriv, "--reuid", `${user}`, "--regid", `${user}`, ...drop, "--"];
}

function toolCommand({ plan, machine, stage }: CommandInputs): string[] {
  const { command } = plan;
  if (command.kind === "argv") {
    const [program = "", ...args] = command.argv;
    return [program === NODE_INSIDE ? machine.nodePath : program, ...args];
  }
  if (!stage) throw new Error("A bundle was launched without its bytes.");
  const heap = `--max-old-space-size=${Math.max(32, Math.floor(limitOf(plan.limits, "memoryMb") * HEAP_SHARE))}`;
  const flags = [heap, "--disallow-code-generation-from-strings"];
  return [machine.nodePath, ...flags, stage.runner, stage.bundle, `${DESCRIPTORS.answer}`];
}

function runsNode({ command }: SandboxPlan): boolean {
  return command.kind === "bundle" || command.argv[0] === NODE_INSIDE;
}
