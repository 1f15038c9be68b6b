import { z } from "zod";
import { coversHost, isNumeric } from "#lib/registry/manifest/covers-host.ts";
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
 * The policy that holds for a call. It depends on the level's network, because "open" is only as wide as the level: at
 * a level that asks for a list of hosts, a rule's list must not become the one that the tool never had.
 */
export function narrowPolicy(
  policy: ToolPolicy,
  reaches: readonly Reach[],
  grant: Pick<AccessGrant, "network">,
): ToolPolicy {
  return reaches.reduce<ToolPolicy>((narrowed, reach) => narrowBy(narrowed, reach, grant), policy);
}

/** The backends that every rule with an opinion accepts; nothing where none has one. An empty list is a refusal. */
export function allowedBackends(reaches: readonly Reach[]): Backend[] | undefined {
  const lists = reaches.flatMap(({ backends }) => (backends === undefined ? [] : [backends]));
  const [first, ...others] = lists;
  return first?.filter(
    (backend, index) => first.indexOf(backend) === index && others.every((list) => list.includes(backend)),
  );
}

function narrowBy(policy: ToolPolicy, reach: Reach, grant: Pick<AccessGrant, "network">): ToolPolicy {
  const { filesystem, network, limits, ...rest } = policy;
  const files = narrowFiles(filesystem, reach);
  const net = reach.hosts === undefined ? network : narrowNetwork(network, reach.hosts, grant);
  const bounds = reach.limits === undefined ? limits : narrowLimits(limits, reach.limits);
  return {
    ...rest,
    ...(files === undefined ? {} : { filesystem: files }),
    ...(net === undefined ? {} : { network: net }),
    ...(bounds === undefined ? {} : { limits: bounds }),
  };
}

function narrowFiles(files: ToolPolicy["filesystem"], reach: Reach): ToolPolicy["filesystem"] {
  const writing = reach.write ?? reach.read;
  return {
    ...files,
    ...(reach.read === undefined ? {} : { read: meetLists(files?.read ?? OWN_ROOTS, reach.read, coversPath) }),
    ...(writing === undefined ? {} : { write: meetLists(files?.write ?? OWN_ROOTS, writing, coversPath) }),
  };
}

type Network = NonNullable<ToolPolicy["network"]>;

function narrowNetwork(
  network: Network | undefined,
  hosts: readonly string[],
  grant: Pick<AccessGrant, "network">,
): Network {
  const { mode, hosts: listed = [] } = network ?? { mode: "open" };
  if (mode === "none") return { mode };
  const both = meetLists(listed, hosts, coversHost);
  // Every public name was open to it, so these are no more than it had. A number has to be listed even there.
  const names = mode === "open" && grant.network === "open" ? hosts.filter((host) => !isNumeric(host)) : [];
  return { mode: "allowlist", hosts: [...new Set([...both, ...names])] };
}

/** A limit that the policy leaves out is the one that it gets, not none. */
function narrowLimits(limits: ToolPolicy["limits"], bounds: NonNullable<Reach["limits"]>): ToolPolicy["limits"] {
  const smaller = LIMIT_NAMES.flatMap((name) => {
    const bound = bounds[name];
    return bound === undefined ? [] : [[name, Math.min(limits?.[name] ?? DEFAULT_LIMITS[name], bound)] as const];
  });
  return { ...limits, ...Object.fromEntries(smaller) };
}

/** Of each two patterns the one that the other provably covers. */
function meetLists(
  ours: readonly string[],
  theirs: readonly string[],
  covers: (outer: string, inner: string) => boolean,
): string[] {
  const met = ours.flatMap((our) =>
    theirs.flatMap((their) => (covers(our, their) ? [their] : covers(their, our) ? [our] : [])),
  );
  return [...new Set(met)];
}
