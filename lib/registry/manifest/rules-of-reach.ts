import { isSameJson } from "#lib/registry/same-json.ts";
import { coversHost, hasToBeListed } from "./covers-host.ts";
import { coversPath } from "./covers-path.ts";
import { type Permissions, UNSPECIFIED } from "./manifest.ts";
import { fieldRule, type Rule } from "./rule.ts";
import type { RuleCode } from "./rule-table.ts";

/**
 * What a tool reaches: files, hosts, variables, credentials, programs. `unspecified` is judged twice, and both times to
 * the tool's disadvantage: whoever stops saying is taken for asking everything, and whoever starts to say is compared
 * with what saying nothing gave at run time, at the most generous access level.
 */
type List = typeof UNSPECIFIED | readonly string[];

interface ListRules {
  readonly pointer: string;
  readonly widened: RuleCode;
  readonly unspecified?: RuleCode;
  readonly narrowed: RuleCode;
  get(permissions: Permissions): List;
  /** What the tool had while it was unspecified. */
  readonly given: readonly string[];
  covers(outer: string, inner: string): boolean;
}

function listRules({ pointer, widened, unspecified, narrowed, get, given, covers }: ListRules): Rule[] {
  const beyond = (before: List, after: List): string[] => {
    if (after === UNSPECIFIED) return [];
    const had = before === UNSPECIFIED ? given : before;
    return uncovered(had, after, covers);
  };
  const rules: Rule[] = [
    {
      code: widened,
      find: (before, after) =>
        beyond(get(before), get(after)).map((item) => ({ pointer, before: get(before), after: item })),
    },
    fieldRule(narrowed, pointer, get, (before, after) => {
      return after !== UNSPECIFIED && !isSameJson(before, after) && beyond(before, after).length === 0;
    }),
  ];
  if (unspecified) {
    rules.push(
      fieldRule(unspecified, pointer, get, (before, after) => before !== UNSPECIFIED && after === UNSPECIFIED),
    );
  }
  return rules;
}

/** Work beyond which nothing is proved: a list made to keep the comparison busy is then simply wider. */
const STEPS_MAX = 20_000_000;

function uncovered(had: readonly string[], asked: readonly string[], covers: ListRules["covers"]): string[] {
  const exactly = new Set(had);
  const others = asked.filter((item) => !exactly.has(item));
  const sizeOf = (list: readonly string[]): number => list.reduce((sum, item) => sum + item.length, 0);
  if (sizeOf(had) * sizeOf(others) > STEPS_MAX) return others;
  return others.filter((item) => !had.some((outer) => covers(outer, item)));
}

const equal = (outer: string, inner: string): boolean => outer === inner;
const OWN_ROOTS = ["${workspace}/**", "${project}/**"];

type Network = Permissions["policy"]["network"];
const networkOf = ({ policy }: Permissions): Network => policy.network;
const MODES = ["none", "allowlist", "open"];
const modeOf = (network: Network): string => (network === UNSPECIFIED ? "open" : network.mode);

/** Hosts that were not reachable before. An open network includes every name but this machine's, and no number that is not listed. */
function newHosts(before: Network, after: Network): string[] {
  if (after === UNSPECIFIED || after.mode === "none") return [];
  const had = before === UNSPECIFIED || before.mode === "none" ? [] : before.hosts;
  const anyName = modeOf(before) === "open";
  const asked = after.hosts.filter((host) => !(anyName && !hasToBeListed(host)));
  return uncovered(had, asked, coversHost);
}

function isWiderMode(before: Network, after: Network): boolean {
  return after !== UNSPECIFIED && MODES.indexOf(after.mode) > MODES.indexOf(modeOf(before));
}

export const REACH_RULES: readonly Rule[] = [
  ...listRules({
    pointer: "/policy/filesystem/read",
    widened: "tool.filesystem.read.widened",
    unspecified: "tool.filesystem.read.unspecified",
    narrowed: "tool.filesystem.read.narrowed",
    get: ({ policy }) => policy.filesystem.read,
    given: OWN_ROOTS,
    covers: coversPath,
  }),
  ...listRules({
    pointer: "/policy/filesystem/write",
    widened: "tool.filesystem.write.widened",
    unspecified: "tool.filesystem.write.unspecified",
    narrowed: "tool.filesystem.write.narrowed",
    get: ({ policy }) => policy.filesystem.write,
    given: OWN_ROOTS,
    covers: coversPath,
  }),
  ...listRules({
    pointer: "/policy/environment",
    widened: "tool.environment.widened",
    unspecified: "tool.environment.unspecified",
    narrowed: "tool.environment.narrowed",
    get: ({ policy }) => (policy.environment === UNSPECIFIED ? UNSPECIFIED : policy.environment.allow),
    given: [],
    covers: equal,
  }),
  ...listRules({
    pointer: "/secrets",
    widened: "tool.secrets.widened",
    narrowed: "tool.secrets.narrowed",
    get: ({ secrets }) => secrets,
    given: [],
    covers: equal,
  }),
  fieldRule("tool.network.mode.widened", "/policy/network/mode", networkOf, isWiderMode),
  {
    code: "tool.network.hosts.widened",
    find: (before, after) =>
      newHosts(networkOf(before), networkOf(after)).map((host) => ({
        pointer: "/policy/network/hosts",
        before: networkOf(before),
        after: host,
      })),
  },
  fieldRule("tool.network.unspecified", "/policy/network", networkOf, (before, after) => {
    return before !== UNSPECIFIED && after === UNSPECIFIED;
  }),
  fieldRule("tool.network.narrowed", "/policy/network", networkOf, (before, after) => {
    if (after === UNSPECIFIED || isSameJson(before, after)) return false;
    return !isWiderMode(before, after) && newHosts(before, after).length === 0;
  }),
  ...execRules(),
];

/** Saying nothing starts nothing, so an `allow` is wider than that too. */
function execRules(): Rule[] {
  const [pointer, get] = ["/policy/exec", ({ policy }: Permissions) => policy.exec] as const;
  return [
    fieldRule("tool.exec.widened", pointer, get, (before, after) => before !== "allow" && after === "allow"),
    fieldRule("tool.exec.unspecified", pointer, get, (before, after) => before !== after && after === UNSPECIFIED),
    fieldRule("tool.exec.narrowed", pointer, get, (before, after) => before !== after && after === "deny"),
  ];
}
