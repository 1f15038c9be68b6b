import { setsLimitsInside } from "#lib/sandbox/bubblewrap/build-launch.ts";
import { needsNode } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { Mount, SandboxPlan } from "#lib/sandbox/plan.ts";
import { findFiles, type SystemFile } from "./find-files.ts";

/** A plan that lists its programs has none of the system's directories; these are the files in place of them. */
export function withListedPrograms(plan: SandboxPlan, machine: Machine): SandboxPlan {
  if (plan.programs === undefined) return plan;
  const programs = [...plan.programs, ...(setsLimitsInside(plan, machine) ? ["prlimit"] : [])];
  const files = remembered(programs, needsNode(plan) ? [machine.readableNodePath] : []);
  const mounts = files.map(({ source, target }): Mount => ({ source, target, mode: "ro", from: "runtime" }));
  return { ...plan, mounts: [...mounts, ...plan.mounts] };
}

const known = new Map<string, readonly SystemFile[]>();
const KNOWN_MAX = 64;

/** Hundreds of files are read for it, so once for each list; a dispatcher that runs through an upgrade is started again. */
function remembered(names: readonly string[], others: readonly string[]): readonly SystemFile[] {
  const key = JSON.stringify([names, others]);
  const files = known.get(key) ?? findFiles(names, others);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, files);
  return files;
}
