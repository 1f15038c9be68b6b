import { mkdtempDisposable } from "node:fs/promises";

/** A folder that no other call of the agent can reach: each has a /tmp of its own. */
export function privatePlace(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  return mkdtempDisposable("/tmp/airlock-git-");
}
