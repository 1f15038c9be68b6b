import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PlanRequest } from "./build-plan.ts";

/**
 * The roots and our own directory by their real paths. They are the operator's, and a link on the way to them is too
 * (/home may be one); below them no link is followed, because a tool could have made it.
 */
export function withRealPaths(request: PlanRequest): PlanRequest {
  const { roots, stateDirectory } = request;
  return {
    ...request,
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
