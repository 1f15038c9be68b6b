/** A path pattern of a policy, as a place that can be mounted. */
export interface PatternPlace {
  readonly root: "workspace" | "project" | "host";
  /** Below the root, normalised, "" for the root itself; for the host an absolute path without the leading slash. */
  readonly path: string;
}

const WILD = /[*?[\]{}!]/;

/**
 * The longest literal directory of a glob: the kernel mounts directories, not patterns. What the pattern says beyond it
 * is held at the gate, where arguments are looked at, and not by the kernel.
 */
export function placeOfPattern(pattern: string): PatternPlace {
  const match = /^\$\{(workspace|project)\}(?:\/|$)(.*)$/.exec(pattern);
  const root = match?.[1] === "workspace" || match?.[1] === "project" ? match[1] : "host";
  const segments = (match ? (match[2] ?? "") : pattern).split("/").filter((part) => part !== "" && part !== ".");
  const wild = segments.findIndex((part) => WILD.test(part));
  return { root, path: (wild === -1 ? segments : segments.slice(0, wild)).join("/") };
}

/** Whether `inner` is `outer` or lies below it. Both absolute and normalised. */
export function isWithin(inner: string, outer: string): boolean {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}
