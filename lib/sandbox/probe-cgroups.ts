import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CgroupHierarchy, type Controller, type MountedHierarchy, parseHierarchies } from "./cgroups.ts";

/** Finds the hierarchies in which we may really make a child, by making one. Never throws: an unusable one is left out. */
export function probeCgroups(): CgroupHierarchy[] {
  try {
    return parseHierarchies(readFileSync("/proc/self/mountinfo", "utf8"), readFileSync("/proc/self/cgroup", "utf8"))
      .map(tryHierarchy)
      .filter((hierarchy) => hierarchy !== null);
  } catch {
    return [];
  }
}

function tryHierarchy(mounted: MountedHierarchy): CgroupHierarchy | null {
  if (mounted.version === 2) delegateControllers(mounted.directory);
  const child = join(mounted.directory, `airlock-probe-${process.pid}`);
  try {
    mkdirSync(child);
  } catch {
    return null;
  }
  try {
    const holds = (file: string): boolean => existsSync(join(child, file));
    const controllers: Controller[] =
      mounted.version === 1
        ? [...mounted.controllers]
        : [
            ...(holds("memory.max") ? (["memory"] as const) : []),
            ...(holds("pids.max") ? (["pids"] as const) : []),
            // Accounting comes with the group itself; a bound on the rate needs the controller.
            ...(holds("cpu.max") ? (["cpu"] as const) : []),
            ...(holds("cpu.stat") ? (["cpuacct"] as const) : []),
          ];
    return { version: mounted.version, controllers, directory: mounted.directory, canKill: holds("cgroup.kill") };
  } finally {
    rmdirSync(child);
  }
}

/** A group that holds processes may not hand controllers down (unless it is the root of all); then we do without. */
function delegateControllers(directory: string): void {
  for (const controller of ["memory", "pids", "cpu"]) {
    try {
      writeFileSync(join(directory, "cgroup.subtree_control"), `+${controller}`);
    } catch {
      // Not ours to hand down: the child will lack its files, and the probe reports it so.
    }
  }
}
