import { z } from "zod";
import { coversHost, hasToBeListed } from "#lib/registry/manifest/covers-host.ts";
import { coversPath } from "#lib/registry/manifest/covers-path.ts";
import type { AccessGrant } from "./access-level.ts";
import { DEFAULT_LIMITS } from "./default-limits.ts";
import { globSchema, hostPatternSchema, LIMIT_NAMES, limitsSchema, type ToolPolicy } from "./tool-policy.ts";
import { BACKENDS, type Backend } from "./vocabulary.ts";

/**
 * How far a profile's rules let a tool reach: met with what the tool's policy says before anything is judged by it or
 * built from it. A rule can only take away. Where it cannot be proved that both sides allow something, it is gone: an
 * operator who meant to narrow is never answered with more.
 */
export const reachSchema = z.strictObject({
  hosts: z.array(hostPatternSchema).optional(),
  /** Without `write` beside it this bounds writing too: what can be written can be read. */
  read: z.array(globSchema).optional(),
  write: z.array(globSchema).optional(),
  limits: limitsSchema.omit({ hard: true }).optional(),
  backends: z.array(z.enum(BACKENDS)).optional(),
});
export type Reach = z.infer<typeof reachSchema>;

/** What a policy that does not speak of files can get at the most, at any level: the agent's own directories. */
const OWN_ROOTS = ["${workspace}/**", "${project}/**"];

/**
 * The policy that holds for a call. All rules are met at once, so their order says nothing. It depends on the level's
 * network, because "open" is only as wide as the level: at a level that asks for a list of hosts, a rule's list must not
 * become the one that the tool never had.
 */
export function narrowPolicy(
  policy: ToolPolicy,
  reaches: readonly Reach[],
  grant: Pick<AccessGrant, "network">,
): ToolPolicy {
  const { filesystem, network, limits, ...rest } = policy;
  const read = narrowPaths(
    filesystem?.read,
    listed(reaches, (reach) => reach.read),
  );
  const write = narrowPaths(
    filesystem?.write,
    listed(reaches, (reach) => reach.write ?? reach.read),
  );
  const isLimited = filesystem !== undefined || read !== undefined || write !== undefined;
  const met = narrowNetwork(
    network,
    listed(reaches, (reach) => reach.hosts),
    grant,
  );
  const bounds = narrowLimits(
    limits,
    listed(reaches, (reach) => reach.limits),
  );
  return {
    ...rest,
    ...(isLimited ? { filesystem: { ...(read ? { read } : {}), ...(write ? { write } : {}) } } : {}),
    ...(met === undefined ? {} : { network: met }),
    ...(bounds === undefined ? {} : { limits: bounds }),
  };
}

/** The backends that every rule with an opinion accepts; nothing where none has one. An empty list is a refusal. */
export function allowedBackends(reaches: readonly Reach[]): Backend[] | undefined {
  const lists = reaches.flatMap(({ backends }) => (backends === undefined ? [] : [backends]));
  const [first, ...others] = lists;
  return first?.filter(
    (backend, index) => first.indexOf(backend) === index && others.every((list) => list.includes(backend)),
  );
}

/** What each of the rules that speak of it says. */
function listed<T>(reaches: readonly Reach[], part: (reach: Reach) => T | undefined): T[] {
  return reaches.flatMap((reach) => {
    const said = part(reach);
    return said === undefined ? [] : [said];
  });
}

function narrowPaths(own: readonly string[] | undefined, lists: readonly (readonly string[])[]): string[] | undefined {
  if (lists.length === 0) return own === undefined ? undefined : [...own];
  return meet([own ?? OWN_ROOTS, ...lists].map((list) => sideOf(list, coversPath)));
}

type Network = ToolPolicy["network"];

function narrowNetwork(
  network: Network,
  lists: readonly (readonly string[])[],
  grant: Pick<AccessGrant, "network">,
): Network {
  const { mode, hosts = [] } = network ?? { mode: "open" };
  if (lists.length === 0 || mode === "none") return network;
  // Every public name was open to it, so a listed one is no more than it had. A number or this machine has to be listed even there.
  const isOpen = mode === "open" && grant.network === "open";
  const own = sideOf(hosts, coversHost);
  const tool: Side = { ...own, covers: (host) => (isOpen && !hasToBeListed(host)) || own.covers(host) };
  return { mode: "allowlist", hosts: meet([tool, ...lists.map((list) => sideOf(list, coversHost))]) };
}

/** A limit that the policy leaves out is the one that it gets, not none. */
function narrowLimits(
  limits: ToolPolicy["limits"],
  bounds: readonly NonNullable<Reach["limits"]>[],
): ToolPolicy["limits"] {
  if (bounds.length === 0) return limits;
  const smallest = LIMIT_NAMES.flatMap((name) => {
    const said = bounds.flatMap((bound) => bound[name] ?? []);
    return said.length === 0 ? [] : [[name, Math.min(limits?.[name] ?? DEFAULT_LIMITS[name], ...said)] as const];
  });
  return { ...limits, ...Object.fromEntries(smallest) };
}

interface Side {
  readonly patterns: readonly string[];
  readonly covers: (pattern: string) => boolean;
}

function sideOf(patterns: readonly string[], covers: (outer: string, inner: string) => boolean): Side {
  return { patterns, covers: (pattern) => patterns.some((outer) => covers(outer, pattern)) };
}

/** The patterns of any side that every side provably covers. */
function meet(sides: readonly Side[]): string[] {
  const all = new Set(sides.flatMap(({ patterns }) => patterns));
  return [...all].filter((pattern) => sides.every((side) => side.covers(pattern)));
}
