import type { LimitName, ToolPolicy } from "#lib/policy/tool-policy.ts";
import { placeOfPattern } from "#lib/sandbox/mount-pattern.ts";
import { planLimits } from "#lib/sandbox/plan-limits.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";

/**
 * A tool's permissions as a reviewer reads them: what is declared, how wide that is, and who holds it. What is not said ranks
 * widest, although it grants nothing by itself: nobody can tell from the contract how far it reaches.
 */
export const BREADTHS = ["nothing", "listed", "wide", "widest"] as const;
export type Breadth = (typeof BREADTHS)[number];

export interface Permission {
  readonly what: "files it reads" | "files it writes" | "network" | "environment" | "other programs";
  readonly breadth: Breadth;
  /** Undefined: it did not say. */
  readonly declared: readonly string[] | undefined;
  /** What stands in the place of an empty or absent list. */
  readonly words: string;
  /** Who holds it, and how. */
  readonly held: readonly string[];
}

export interface LimitLine {
  readonly name: LimitName;
  readonly value: number;
  readonly declared: boolean;
  readonly hard: boolean;
  readonly held: "kernel" | "reader" | "none";
  readonly how: string;
}

export const UNSPECIFIED = "unspecified";

export function describePermissions(policy: ToolPolicy): Permission[] {
  return [
    describeFiles("files it reads", policy.filesystem?.read, "read-only"),
    describeFiles("files it writes", policy.filesystem?.write, "writable"),
    describeNetwork(policy.network),
    describeEnvironment(policy.environment),
    describePrograms(policy.exec),
  ];
}

function describeFiles(
  what: "files it reads" | "files it writes",
  patterns: readonly string[] | undefined,
  mode: "read-only" | "writable",
): Permission {
  if (!patterns) {
    return {
      what,
      breadth: "widest",
      declared: undefined,
      words: UNSPECIFIED,
      held: ["It gets what the agent's level gives, and never more than the agent's own workspace and project."],
    };
  }
  if (patterns.length === 0) {
    const held = [`Nothing is mounted ${mode} for it.`];
    return { what, breadth: "nothing", declared: [], words: "nothing", held };
  }
  const wide = patterns.some((pattern) => {
    const { root, path } = placeOfPattern(pattern);
    return root === "host" && path === "";
  });
  return { what, breadth: wide ? "wide" : "listed", declared: patterns, words: "", held: patterns.map(heldBy(mode)) };
}

/** The kernel mounts directories, not patterns: what a pattern says beyond its directory is held where arguments are looked at. */
function heldBy(mode: "read-only" | "writable"): (pattern: string) => string {
  return (pattern) => {
    const { root, path } = placeOfPattern(pattern);
    const mount = root === "host" ? `/${path}` : [`\${${root}}`, path].filter(Boolean).join("/");
    const covers = pattern === mount || pattern === `${mount}/**` || (mount === "/" && pattern === "/**");
    const kernel = `The kernel mounts ${mount} ${mode}`;
    return covers ? `${kernel}.` : `${kernel}; the finer pattern is held at the gate alone.`;
  };
}

function describeNetwork(network: ToolPolicy["network"]): Permission {
  const what = "network";
  if (!network) {
    const held = ["It gets what the agent's level gives; a tool of class network that does not say is refused."];
    return { what, breadth: "widest", declared: undefined, words: UNSPECIFIED, held };
  }
  if (network.mode === "none" || (network.mode === "allowlist" && !network.hosts?.length)) {
    return { what, breadth: "nothing", declared: [], words: "none", held: ["A network of its own with no way out."] };
  }
  if (network.mode === "open") {
    const held = ["Every name, through the proxy alone; addresses given as numbers only as listed."];
    return { what, breadth: "wide", declared: network.hosts ?? [], words: "open: any host", held };
  }
  const hosts = network.hosts ?? [];
  const wide = hosts.some((host) => host.startsWith("*.") || /\/\d+:/.test(host));
  const held = ["No way out but the proxy, which lets these hosts through and writes down every connection."];
  return { what, breadth: wide ? "wide" : "listed", declared: hosts, words: "", held };
}

function describeEnvironment(environment: ToolPolicy["environment"]): Permission {
  const what = "environment";
  const base = "PATH, HOME and LANG are set for it";
  if (!environment) {
    const held = [`${base}; nothing of the dispatcher's environment is passed on.`];
    return { what, breadth: "widest", declared: undefined, words: UNSPECIFIED, held };
  }
  if (environment.allow.length === 0) {
    return { what, breadth: "nothing", declared: [], words: "nothing", held: [`${base}, nothing else.`] };
  }
  const held = [`${base}; of these, what exists, changes no code and looks like no secret.`];
  return { what, breadth: "listed", declared: environment.allow, words: "", held };
}

function describePrograms(exec: ToolPolicy["exec"]): Permission {
  const what = "other programs";
  if (exec === "deny") {
    const held = ["A system-call filter refuses to start any."];
    return { what, breadth: "nothing", declared: [], words: "may start none", held };
  }
  const held = ["It may start what is mounted, if the agent's level has a terminal; children have the same walls."];
  if (exec === "allow") return { what, breadth: "wide", declared: [], words: "may start others", held };
  return { what, breadth: "widest", declared: undefined, words: UNSPECIFIED, held };
}

/** Limits on a machine that has everything; a worker with less refuses what is hard and says so of the rest. */
export function describeLimits(policy: ToolPolicy): LimitLine[] {
  const planned = planLimits(policy.limits, policy.exec ?? "allow", ROOT_MACHINE);
  if (!planned.ok) return [];
  return planned.value.map(({ name, value, hard, enforcedBy, how }) => ({
    name,
    value,
    hard,
    declared: policy.limits?.[name] !== undefined,
    held: enforcedBy,
    how,
  }));
}
