import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** The agent's own directory on this machine, seen as /workspace; made when its first call runs. */
export function workspaceOf(workspaces: string, agentId: string): string {
  // Passable but not listable: a sandbox that stepped down from root finds its own workspace, and nobody finds the others.
  mkdirSync(workspaces, { recursive: true, mode: 0o711 });
  const directory = join(workspaces, agentId);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
