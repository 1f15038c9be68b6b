import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { isWithin, type PatternPlace, placeOfPattern } from "./mount-pattern.ts";
import type { Mount } from "./plan.ts";
import { programPart } from "./program-place.ts";
import { judgeHostPath, judgeRoot } from "./refused-paths.ts";

export interface Roots {
  /** Real paths, without links: the agent's own directory, and the one it works on. */
  readonly workspace: string;
  readonly project?: string;
}

export interface MountRequest {
  readonly filesystem: ToolPolicy["filesystem"];
  readonly level: AccessGrant["file_system"];
  readonly roots: Roots;
  /** What a policy that says nothing gets: what the level gives, or nothing at all. */
  readonly unspecified: "level" | "nothing";
  readonly stateDirectory: string | null;
  /** The file that is run. To read its directory is to run it at all, so no level takes that away; the policy has to name it. */
  readonly program?: string;
  /** `program`: nothing but that. What else the policy names is there, and empty. */
  readonly files?: "policy" | "program";
}

export interface PlannedMounts {
  readonly mounts: Mount[];
  /** Places inside that are there and empty. */
  readonly empty: string[];
  /** Patterns of the policy that the access level does not give. */
  readonly narrowed: string[];
}

interface Wish {
  readonly pattern: string;
  readonly mode: Mount["mode"];
}

/** Policy ∩ access level, as mounts: parents before children, nothing twice, a writable parent instead of its parts. */
export function planMounts(request: MountRequest): Outcome<PlannedMounts> {
  const mounts: Mount[] = [];
  const leftOut: Wish[] = [];
  for (const wish of wishes(request)) {
    const place = placeOfPattern(wish.pattern);
    const isWhole = request.files !== "program" && isGiven(place, request);
    const part = wish.mode === "ro" ? programPart(place, request.program) : null;
    const taken = isWhole ? place : part;
    if (taken?.path !== place.path) leftOut.push(wish);
    if (!taken) continue;
    const mount = mountOf(taken, wish, request);
    if (!mount.ok) return mount;
    if (mount.value) mounts.push(mount.value);
  }
  const fit = withoutCovered(mounts);
  if (request.files !== "program") {
    return done({ mounts: fit, empty: [], narrowed: leftOut.map(({ pattern }) => pattern) });
  }
  const empty = emptyPlaces(leftOut, fit, request);
  return empty.ok ? done({ mounts: fit, empty: empty.value, narrowed: [] }) : empty;
}

/** Where a call would find what is left out now: a server that looks for its directories finds them, with nothing in them. */
function emptyPlaces(leftOut: readonly Wish[], mounts: readonly Mount[], request: MountRequest): Outcome<string[]> {
  const targets = new Set<string>();
  for (const wish of leftOut) {
    const place = placeOfPattern(wish.pattern);
    if (place.root !== "host") {
      targets.add(below(`/${place.root}`, place.path));
      continue;
    }
    const mount = mountOf(place, wish, request);
    if (!mount.ok) return mount;
    // Most of what is named there are files, and some are ours.
    if (mount.value && !isWithin(mount.value.target, "/etc")) targets.add(mount.value.target);
  }
  return done([...targets].filter((target) => !mounts.some((mount) => mount.target === target)).sort());
}

function wishes({ filesystem, level, roots, unspecified }: MountRequest): Wish[] {
  const byLevel: string[] =
    unspecified === "nothing"
      ? []
      : ["${workspace}/**", ...(level !== "workspace_only" && roots.project ? ["${project}/**"] : [])];
  const wish = (patterns: readonly string[], mode: Mount["mode"]): Wish[] =>
    patterns.map((pattern) => ({ pattern, mode }));
  return [...wish(filesystem?.read ?? byLevel, "ro"), ...wish(filesystem?.write ?? byLevel, "rw")];
}

function isGiven({ root }: PatternPlace, { level, roots }: MountRequest): boolean {
  if (root === "workspace") return true;
  if (root === "project") return level !== "workspace_only" && roots.project !== undefined;
  return level === "full";
}

function mountOf(
  { root, path }: PatternPlace,
  { pattern, mode }: Wish,
  { roots, stateDirectory }: MountRequest,
): Outcome<Mount | null> {
  if (root === "host") {
    const source = `/${path}`;
    const verdict = judgeHostPath(source, mode, stateDirectory);
    if (verdict === "present") return done(null);
    if (verdict !== "mount") return refuse("path_refused", `The policy's ${pattern} is refused: ${verdict.refused}.`);
    return done({ source, target: source, mode, from: pattern });
  }
  if (root === "project") {
    const verdict = judgeRoot(roots.project ?? "/", stateDirectory);
    if (typeof verdict === "object") return refuse("path_refused", `The project is refused: ${verdict.refused}.`);
  }
  const base = root === "workspace" ? roots.workspace : (roots.project ?? "/");
  return done({ source: below(base, path), target: below(`/${root}`, path), mode, from: pattern });
}

function below(base: string, path: string): string {
  return path === "" ? base : `${base === "/" ? "" : base}/${path}`;
}

function withoutCovered(mounts: readonly Mount[]): Mount[] {
  const ordered = [...mounts].sort(
    (a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0) || (a.mode === "rw" ? -1 : 1),
  );
  return ordered.filter(
    (mount, index) =>
      !ordered.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          isWithin(mount.target, other.target) &&
          (other.mode === "rw" || (other.mode === "ro" && mount.mode === "ro")) &&
          (mount.target !== other.target || otherIndex < index),
      ),
  );
}
