/**
 * Which control groups this process may make children of. Reading the kernel's two files is apart from understanding
 * them, so that other machines' layouts can be tested here.
 */
export type Controller = "memory" | "pids" | "cpu" | "cpuacct";

export interface CgroupHierarchy {
  readonly version: 1 | 2;
  readonly controllers: readonly Controller[];
  /** Child groups are made in here: our own group, so that limits set on us from outside keep holding for them. */
  readonly directory: string;
  /** The group can be killed at one stroke (`cgroup.kill`). */
  readonly canKill: boolean;
}

/** A hierarchy as mounted, before anybody tried whether it is writable. */
export interface MountedHierarchy {
  readonly version: 1 | 2;
  readonly controllers: readonly Controller[];
  readonly directory: string;
}

const CONTROLLERS: readonly string[] = ["memory", "pids", "cpu", "cpuacct"] satisfies Controller[];

function isController(word: string): word is Controller {
  return CONTROLLERS.includes(word);
}

/** From `/proc/self/mountinfo` and `/proc/self/cgroup`. Version 2 lists its controllers elsewhere: they come back empty. */
export function parseHierarchies(mountinfo: string, selfCgroup: string): MountedHierarchy[] {
  const ownPaths = selfCgroup
    .split("\n")
    .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
    .flatMap((match) => (match ? [{ names: (match[1] ?? "").split(","), path: match[2] ?? "/" }] : []));

  return mountinfo.split("\n").flatMap((line): MountedHierarchy[] => {
    const [before, after] = line.split(" - ");
    const [, , , root, mountPoint] = before?.split(" ") ?? [];
    const [type, , options] = after?.split(" ") ?? [];
    if (!root || !mountPoint) return [];
    if (type === "cgroup2") {
      const own = ownPaths.find(({ names }) => names.length === 1 && names[0] === "");
      return own ? [{ version: 2, controllers: [], directory: below(mountPoint, root, own.path) }] : [];
    }
    if (type !== "cgroup") return [];
    const controllers = (options ?? "").split(",").filter(isController);
    const own = ownPaths.find(({ names }) => controllers.some((controller) => names.includes(controller)));
    return own && controllers.length > 0
      ? [{ version: 1, controllers, directory: below(mountPoint, root, own.path) }]
      : [];
  });
}

/** A container often sees only its own part of the tree: the mount's root is then a prefix of our path. */
function below(mountPoint: string, root: string, path: string): string {
  const inside = root !== "/" && (path === root || path.startsWith(`${root}/`)) ? path.slice(root.length) : path;
  return (mountPoint + (inside.startsWith("/") ? inside : `/${inside}`)).replace(/\/+$/, "");
}

export function has(hierarchies: readonly CgroupHierarchy[], controller: Controller): boolean {
  return hierarchies.some(({ controllers }) => controllers.includes(controller));
}
