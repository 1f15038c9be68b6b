import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PlanRequest } from "./build-plan.ts";
import { isWithin } from "./mount-pattern.ts";
import type { SandboxPlan } from "./plan.ts";

/**
 * The roots and our own directory by their real paths. They are the operator's, and a link on the way to them is too
 * (/home may be one); below them no link is followed, because a tool could have made it. What is no file is no program.
 */
export function withRealPaths(request: PlanRequest): PlanRequest {
  const { roots, stateDirectory, program, ...rest } = request;
  return {
    ...rest,
    ...(program !== undefined && isKind(program, "file") ? { program } : {}),
    roots: {
      workspace: realPath(roots.workspace),
      ...(roots.project === undefined ? {} : { project: realPath(roots.project) }),
    },
    ...(stateDirectory === undefined ? {} : { stateDirectory: realPath(stateDirectory) }),
  };
}

/** Also of what does not exist yet: its nearest parent that does decides. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    return join(realPath(dirname(path)), basename(path));
  }
}

/** An empty place over something that is mounted needs a directory there to lie on. */
export function withPossiblePlaces(plan: SandboxPlan): SandboxPlan {
  const isPossible = (target: string): boolean =>
    !plan.mounts.some((mount) => isWithin(target, mount.target)) || isKind(target, "directory");
  return { ...plan, tmpfs: plan.tmpfs.filter(({ target }) => isPossible(target)) };
}

function isKind(path: string, kind: "file" | "directory"): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return (kind === "file" ? stats?.isFile() : stats?.isDirectory()) ?? false;
}
