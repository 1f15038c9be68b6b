import type { AgentRoots, PathAccess } from "./effective-access.ts";
import { contains, literalDirectory } from "./effective-access.ts";
import { followLinks, type LinkReader } from "./follow-links.ts";
import { PROJECT, WORKSPACE } from "./read-path.ts";

/**
 * Where a path argument leads when the links on its way are followed, in the paths that the tool will see: a link to
 * `/workspace/b` is one to the agent's workspace, wherever that lies on this machine. Only advice: between this look and the
 * call a link can be changed, so what holds is that the sandbox mounts nothing else.
 *
 * The roots themselves, and the way to them, are the operator's choice and are not followed.
 */
export function resolveLinks(
  walked: string,
  usable: readonly PathAccess[],
  roots: AgentRoots,
  readLink: LinkReader,
): string | null {
  const granted = usable.flatMap(({ patterns }) => patterns.map(literalDirectory));
  return followLinks(walked, (path) => {
    if (granted.some((root) => contains(path, root))) return null;
    // Beyond what is granted nothing is looked at: not even whether it is there.
    if (!granted.some((root) => contains(root, path))) return null;
    return readLink(onHost(path, roots));
  });
}

function onHost(path: string, { workspace, project }: AgentRoots): string {
  if (contains(WORKSPACE, path)) return `${workspace}${path.slice(WORKSPACE.length)}`;
  if (project !== undefined && contains(PROJECT, path)) return `${project}${path.slice(PROJECT.length)}`;
  return path;
}
