import type { CgroupHierarchy, Controller } from "#lib/sandbox/cgroups.ts";
import type { PlannedLimit } from "#lib/sandbox/plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import type { GroupOrder } from "./launch.ts";

/** A call may burn two processors at most, so that one tool cannot starve the dispatcher beside it. */
const MOST_PROCESSORS = 2;
const PERIOD_US = 100_000;

type Setting = GroupOrder["settings"][number];

/**
 * The control groups of one launch: each controller once. Without limits: with what is set for every launch alone. On a machine that has both versions the old one has them all,
 * and joining a group of the new one as well makes every launch wait for the whole kernel to pass a quiet moment (ten
 * milliseconds and more, measured), for a kill at one stroke that killing group by member gives too.
 */
export function groupOrders(
  hierarchies: readonly CgroupHierarchy[],
  limits: readonly PlannedLimit[] | null,
  ownTasks = 0,
): GroupOrder[] {
  return chosen(hierarchies).map(({ version, controllers, directory, canKill }) => ({
    version,
    directory,
    canKill,
    counts: (["memory", "cpuacct"] as const).filter((controller) => controllers.includes(controller)),
    shares: controllers.includes("cpu"),
    settings: controllers.flatMap((controller) => settings(version, controller, limits, ownTasks)),
  }));
}

function chosen(hierarchies: readonly CgroupHierarchy[]): CgroupHierarchy[] {
  const taken = new Set<Controller>();
  const used = hierarchies
    .toSorted((a, b) => a.version - b.version)
    .flatMap((hierarchy) => {
      const controllers = hierarchy.controllers.filter((controller) => !taken.has(controller));
      for (const controller of controllers) taken.add(controller);
      return controllers.length > 0 ? [{ ...hierarchy, controllers }] : [];
    });
  // Whatever else there is: some group has to hold all of its processes, so that none is missed.
  return used.length > 0 ? used : hierarchies.filter(({ canKill }) => canKill).slice(0, 1);
}

function settings(
  version: 1 | 2,
  controller: Controller,
  limits: readonly PlannedLimit[] | null,
  ownTasks: number,
): Setting[] {
  if (limits === null && controller !== "cpu") return [];
  const memory = `${limitOf(limits ?? [], "memoryMb") * 1_048_576}`;
  const must = (file: string, value: string): Setting => ({ file, value, required: true });
  const may = (file: string, value: string): Setting => ({ file, value, required: false });
  switch (controller) {
    case "memory":
      // Swap is accounted only on some kernels; where it is, it would double the limit.
      return version === 1
        ? [must("memory.limit_in_bytes", memory), may("memory.memsw.limit_in_bytes", memory)]
        : [must("memory.max", memory), may("memory.swap.max", "0"), may("memory.oom.group", "1")];
    case "pids":
      return [must("pids.max", `${limitOf(limits ?? [], "processes") + ownTasks + 2}`)];
    case "cpu":
      return version === 1
        ? [may("cpu.cfs_period_us", `${PERIOD_US}`), may("cpu.cfs_quota_us", `${PERIOD_US * MOST_PROCESSORS}`)]
        : [may("cpu.max", `${PERIOD_US * MOST_PROCESSORS} ${PERIOD_US}`)];
    case "cpuacct":
      return [];
  }
}
