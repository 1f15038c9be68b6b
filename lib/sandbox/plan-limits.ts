import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { LIMIT_NAMES, type LimitName, type ToolPolicy } from "#lib/policy/tool-policy.ts";
import { has } from "./cgroups.ts";
import type { Machine } from "./machine.ts";
import type { PlannedLimit } from "./plan.ts";

export type Enforcement = Pick<PlannedLimit, "enforcedBy" | "how">;

/** How a backend holds a limit on a machine. */
export type Enforce = (name: LimitName, exec: "allow" | "deny", machine: Machine) => Enforcement;

/** Who holds each limit on this machine. A hard one that nobody holds refuses the plan: a promise is kept or not made. */
export function planLimits(
  limits: ToolPolicy["limits"],
  exec: "allow" | "deny",
  machine: Machine,
  enforce: Enforce = enforceInNamespaces,
): Outcome<PlannedLimit[]> {
  const planned = LIMIT_NAMES.map((name): PlannedLimit => {
    const hard = limits?.hard?.includes(name) ?? false;
    return { name, value: limits?.[name] ?? DEFAULT_LIMITS[name], hard, ...enforce(name, exec, machine) };
  });
  const unheld = planned.filter(({ hard, enforcedBy }) => hard && enforcedBy === "none").map(({ name }) => name);
  if (unheld.length > 0) {
    const named = unheld.join(" and ");
    return refuse("limit_unenforceable", `This machine cannot enforce ${named}, which the policy calls hard.`, {
      limits: unheld,
    });
  }
  return done(planned);
}

/** bubblewrap's way: user and process namespaces of its own. */
function enforceInNamespaces(name: LimitName, exec: "allow" | "deny", machine: Machine): Enforcement {
  switch (name) {
    case "wallSeconds":
      return { enforcedBy: "reader", how: "killed by the clock of the process that reads its output" };
    case "outputBytes":
      return { enforcedBy: "reader", how: "killed when what it wrote passes the limit" };
    case "fileMb":
      return { enforcedBy: "kernel", how: "RLIMIT_FSIZE, for each file" };
    case "processes":
      return has(machine.cgroups, "pids")
        ? { enforcedBy: "kernel", how: "pids control group; threads count" }
        : { enforcedBy: "kernel", how: "RLIMIT_NPROC in its own user namespace; threads count" };
    case "memoryMb":
      return has(machine.cgroups, "memory")
        ? { enforcedBy: "kernel", how: "memory control group" }
        : { enforcedBy: "none", how: "a bound on Node's heap or RLIMIT_DATA stops accidents, not intent" };
    case "cpuSeconds":
      // The kernel's own limit counts each process alone, so a program that forks would have many times as much.
      if (exec === "deny") return { enforcedBy: "kernel", how: "RLIMIT_CPU; there is one process" };
      return has(machine.cgroups, "cpuacct")
        ? { enforcedBy: "reader", how: "RLIMIT_CPU for each process; the group's sum is watched and killed" }
        : { enforcedBy: "none", how: "RLIMIT_CPU for each process; a program that forks passes it" };
  }
}

/** A way that has no user namespace of its own: the kernel counts the processes of the whole user, unless it is its own. */
export function enforceAsUser(name: LimitName, exec: "allow" | "deny", machine: Machine): Enforcement {
  if (name !== "processes" || has(machine.cgroups, "pids")) return enforceInNamespaces(name, exec, machine);
  return machine.root
    ? { enforcedBy: "kernel", how: "RLIMIT_NPROC of its own user; threads count" }
    : { enforcedBy: "none", how: "it shares its user with the dispatcher" };
}

export function limitOf(limits: readonly PlannedLimit[], name: LimitName): number {
  return limits.find((limit) => limit.name === name)?.value ?? DEFAULT_LIMITS[name];
}
