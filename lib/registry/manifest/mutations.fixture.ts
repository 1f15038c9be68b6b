import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { LIMIT_NAMES } from "#lib/policy/tool-policy.ts";
import { EGRESS_CLASSES, RISKS } from "#lib/policy/vocabulary.ts";
import type { ManifestTool } from "./manifest.ts";
import { asSet, sortPaths } from "./permissions-of.ts";
import type { RuleCode } from "./rule-table.ts";

/**
 * Ways to give a tool more, or less, than it had. A mutation changes its argument and says which code has to be found, or
 * says nothing where the tool has no room for it. Written from the meaning of a permission, not from the rules.
 */
export interface Mutation {
  readonly code: RuleCode;
  readonly what: string;
  /** `pick` chooses among the places where it can be done. */
  apply(tool: ManifestTool, pick: number): boolean;
}

const UNSPECIFIED = "unspecified";
const GUARDED = ["read", "network", "write", "financial", "privileged"] as const;
const one = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(items.length, 1)];
const drop = <T>(list: T[], pick: number): boolean => list.splice(pick % Math.max(list.length, 1), 1).length > 0;

function widenFiles(way: "read" | "write"): Mutation[] {
  const names = { read: "tool.filesystem.read", write: "tool.filesystem.write" } as const;
  const wider = [
    "/**",
    "/etc/passwd",
    "/dat*/**",
    "/data2/**",
    "/*/**",
    "${workspace}/../*",
    "/srv/in/**",
    "/var/log/*",
  ];
  const add = ({ policy }: ManifestTool, pick: number): boolean => {
    const list = policy.filesystem[way];
    const pattern = one(wider, pick) ?? "";
    policy.filesystem[way] = list === UNSPECIFIED ? [pattern] : asSet([...list, pattern]);
    return true;
  };
  return [
    { code: `${names[way]}.widened`, what: "one more pattern", apply: add },
    {
      code: `${names[way]}.widened`,
      what: "a pattern that was cut short",
      apply({ policy }, pick) {
        const list = policy.filesystem[way];
        const long = list === UNSPECIFIED ? [] : list.filter((pattern) => /^\/[^*]+\//.test(pattern));
        const pattern = one(long, pick);
        if (pattern === undefined || list === UNSPECIFIED) return false;
        policy.filesystem[way] = asSet(list.map((item) => (item === pattern ? `${pattern.slice(0, 2)}*/**` : item)));
        return true;
      },
    },
    {
      code: `${names[way]}.unspecified`,
      what: "the list is gone",
      apply({ policy }) {
        if (policy.filesystem[way] === UNSPECIFIED) return false;
        policy.filesystem[way] = UNSPECIFIED;
        return true;
      },
    },
  ];
}

const hostsOf = ({ policy: { network } }: ManifestTool): string[] | undefined =>
  network === UNSPECIFIED || network.mode === "none" ? undefined : network.hosts;

const replaceHost = (what: string, from: string, to: string): Mutation => ({
  code: "tool.network.hosts.widened",
  what,
  apply(tool) {
    const { network } = tool.policy;
    const hosts = hostsOf(tool);
    // Where names are free, another name is no more than it had.
    if (!hosts?.includes(from) || network === UNSPECIFIED || (network.mode === "open" && /^[^[]*[a-z]{2}/.test(to)))
      return false;
    network.hosts = asSet(hosts.map((host) => (host === from ? to : host)));
    return true;
  },
});

const becomes = <Key extends keyof ManifestTool>(
  code: RuleCode,
  what: string,
  key: Key,
  value: ManifestTool[Key],
  when: (old: ManifestTool[Key]) => boolean = (old) => old !== value,
): Mutation => ({
  code,
  what,
  apply(tool) {
    if (!when(tool[key])) return false;
    tool[key] = value;
    return true;
  },
});

const step = <Key extends "safetyClass" | "egressClass" | "approvals">(
  code: RuleCode,
  key: Key,
  ladder: readonly ManifestTool[Key][],
  by: 1 | -1,
): Mutation => ({
  code,
  what: by === 1 ? "a step up" : "a step down",
  apply(tool) {
    const next = ladder[ladder.indexOf(tool[key]) + by];
    if (next === undefined) return false;
    tool[key] = next;
    return true;
  },
});

export const WIDENINGS: readonly Mutation[] = [
  ...widenFiles("read"),
  ...widenFiles("write"),
  {
    code: "tool.network.mode.widened",
    what: "a step towards the open network",
    apply({ policy: { network } }) {
      if (network === UNSPECIFIED || network.mode === "open") return false;
      network.mode = network.mode === "none" ? "allowlist" : "open";
      return true;
    },
  },
  {
    code: "tool.network.hosts.widened",
    what: "one more host",
    apply({ policy: { network } }, pick) {
      if (network === UNSPECIFIED || network.mode === "none") return false;
      const more =
        network.mode === "open" ? ["198.51.100.1:80", "172.16.0.0/12:443"] : ["evil.example:443", "*.com:443"];
      network.hosts = asSet([...network.hosts, one(more, pick) ?? ""]);
      return true;
    },
  },
  replaceHost("another port", "api.example.com:443", "api.example.com:8443"),
  replaceHost("a wildcard for a host", "api.example.com:443", "*.example.com:443"),
  replaceHost("a wildcard one level up", "*.example.org:443", "*.org:443"),
  replaceHost("a shorter prefix", "10.1.0.0/16:5432", "10.0.0.0/8:5432"),
  replaceHost("a range for an address", "192.0.2.7:22", "192.0.2.0/24:22"),
  replaceHost("a shorter prefix of the other family", "[fd00::]/8:443", "[fc00::]/7:443"),
  {
    code: "tool.network.unspecified",
    what: "the section is gone",
    apply({ policy }) {
      if (policy.network === UNSPECIFIED) return false;
      policy.network = UNSPECIFIED;
      return true;
    },
  },
  {
    code: "tool.environment.widened",
    what: "one more variable",
    apply({ policy }) {
      const names = policy.environment === UNSPECIFIED ? [] : policy.environment.allow;
      policy.environment = { allow: asSet([...names, "EXTRA"]) };
      return true;
    },
  },
  {
    code: "tool.environment.unspecified",
    what: "the section is gone",
    apply({ policy }) {
      if (policy.environment === UNSPECIFIED) return false;
      policy.environment = UNSPECIFIED;
      return true;
    },
  },
  {
    code: "tool.exec.widened",
    what: "programs are allowed",
    apply({ policy }) {
      if (policy.exec === "allow") return false;
      policy.exec = "allow";
      return true;
    },
  },
  {
    code: "tool.exec.unspecified",
    what: "the section is gone",
    apply({ policy }) {
      if (policy.exec === UNSPECIFIED) return false;
      policy.exec = UNSPECIFIED;
      return true;
    },
  },
  {
    code: "tool.limit.raised",
    what: "a higher limit",
    apply({ policy: { limits } }, pick) {
      const name = one(LIMIT_NAMES, pick) ?? "fileMb";
      const old = limits[name];
      limits[name] = (old === UNSPECIFIED ? DEFAULT_LIMITS[name] : old) + 1;
      return true;
    },
  },
  {
    code: "tool.limit.unspecified",
    what: "a limit that is gone",
    apply({ policy: { limits } }, pick) {
      const name = one(
        LIMIT_NAMES.filter((candidate) => limits[candidate] !== UNSPECIFIED),
        pick,
      );
      if (name === undefined) return false;
      limits[name] = UNSPECIFIED;
      return true;
    },
  },
  {
    code: "tool.limit.soft",
    what: "a hard limit that became soft",
    apply: ({ policy }, pick) => drop(policy.limits.hard, pick),
  },
  {
    code: "tool.risk.lowered",
    what: "a lower risk",
    apply({ policy }) {
      const lower = policy.risk === UNSPECIFIED ? undefined : RISKS[RISKS.indexOf(policy.risk) - 1];
      if (lower === undefined) return false;
      policy.risk = lower;
      return true;
    },
  },
  {
    code: "tool.risk.unspecified",
    what: "a risk that is gone",
    apply({ policy }) {
      if (policy.risk === UNSPECIFIED) return false;
      policy.risk = UNSPECIFIED;
      return true;
    },
  },
  step("tool.safety_class.lowered", "safetyClass", GUARDED, -1),
  step("tool.safety_class.raised", "safetyClass", GUARDED, 1),
  step("tool.egress_class.lowered", "egressClass", EGRESS_CLASSES, -1),
  step("tool.egress_class.raised", "egressClass", EGRESS_CLASSES, 1),
  step("tool.approval.lowered", "approvals", [0, 1, 2], -1),
  becomes("tool.category.changed", "another category", "category", "terminal"),
  becomes("tool.action_type.changed", "another action type", "actionType", "exec:command"),
  becomes("tool.idempotency.dropped", "no key is needed", "idempotency", "optional"),
  becomes("tool.idempotent.claimed", "running twice is called harmless", "idempotent", true),
  becomes("tool.output.verbatim", "less cleaning", "outputContent", "verbatim"),
  becomes(
    "tool.cleaning.weakened",
    "orders come through",
    "cleaning",
    { steps: { sentences: "report" } },
    (is) => is?.steps?.sentences === "fence",
  ),
  becomes("tool.cleaning.weakened", "of any length", "cleaning", {}, (is) => is?.maxLength !== undefined),
  becomes("tool.runtime.unsandboxed", "no sandbox", "runtime", { kind: "external", sandbox: "none" }, ({ kind }) => {
    return kind !== "external";
  }),
  becomes(
    "tool.runtime.changed",
    "a command instead of code",
    "runtime",
    { kind: "command", sandbox: "required" },
    ({ kind }) => {
      return kind === "bundle" || kind === "mcp";
    },
  ),
  {
    code: "tool.constraints.max_invocations.raised",
    what: "more often",
    apply({ constraints }) {
      if (constraints.maxInvocations === UNSPECIFIED) return false;
      constraints.maxInvocations += 1;
      return true;
    },
  },
  {
    code: "tool.constraints.max_invocations.removed",
    what: "as often as one likes",
    apply({ constraints }) {
      if (constraints.maxInvocations === UNSPECIFIED) return false;
      constraints.maxInvocations = UNSPECIFIED;
      return true;
    },
  },
  {
    code: "tool.constraints.per.changed",
    what: "counted in another span",
    apply({ constraints }) {
      if (constraints.per) delete constraints.per;
      else constraints.per = "task";
      return true;
    },
  },
  {
    code: "tool.constraints.only_after.removed",
    what: "nothing need come first",
    apply: ({ constraints }, pick) => drop(constraints.onlyAfter, pick),
  },
  {
    code: "tool.constraints.forbidden.removed",
    what: "no longer forbidden",
    apply({ constraints }) {
      if (!constraints.forbidden) return false;
      constraints.forbidden = false;
      return true;
    },
  },
  {
    code: "tool.gate.loosened",
    what: "an argument that nobody looks at",
    apply({ gate }) {
      gate.text = asSet([...gate.text, "/free"]);
      return true;
    },
  },
  {
    code: "tool.gate.loosened",
    what: "a path that is no longer declared",
    apply({ gate }, pick) {
      const at = one(gate.paths, pick)?.at;
      gate.paths = gate.paths.filter((path) => path.at !== at);
      return at !== undefined;
    },
  },
  {
    code: "tool.gate.loosened",
    what: "a URL that is no longer declared",
    apply: ({ gate }, pick) => drop(gate.urls, pick),
  },
  {
    code: "tool.gate.loosened",
    what: "a recipient that is no longer told apart",
    apply: ({ gate }, pick) => drop(gate.targets ?? [], pick),
  },
  {
    code: "tool.gate.declared",
    what: "a path that nobody declared",
    apply({ gate }) {
      gate.paths = sortPaths([...gate.paths, { at: "/webhook", access: "read" }]);
      return true;
    },
  },
  {
    code: "tool.secrets.widened",
    what: "one more credential",
    apply(tool) {
      tool.secrets = asSet([...tool.secrets, "root"]);
      return true;
    },
  },
  {
    code: "tool.cost.raised",
    what: "a higher cost",
    apply(tool) {
      if (tool.maxCost === UNSPECIFIED) return false;
      tool.maxCost += 0.01;
      return true;
    },
  },
  becomes("tool.cost.unspecified", "any cost", "maxCost", UNSPECIFIED),
];

export const NARROWINGS: readonly Mutation[] = [
  ...(["read", "write"] as const).flatMap((way): Mutation[] => [
    {
      code: `tool.filesystem.${way}.narrowed`,
      what: "a pattern fewer",
      apply: ({ policy }, pick) => policy.filesystem[way] !== UNSPECIFIED && drop(policy.filesystem[way], pick),
    },
    {
      code: `tool.filesystem.${way}.narrowed`,
      what: "a pattern within another",
      apply({ policy }) {
        const list = policy.filesystem[way];
        if (list === UNSPECIFIED || !list.includes("/data/**")) return false;
        policy.filesystem[way] = asSet(list.map((item) => (item === "/data/**" ? "/data/a/**/*.csv" : item)));
        return true;
      },
    },
    {
      code: `tool.filesystem.${way}.narrowed`,
      what: "nothing, where nothing was said",
      apply({ policy }) {
        if (policy.filesystem[way] !== UNSPECIFIED) return false;
        policy.filesystem[way] = [];
        return true;
      },
    },
  ]),
  {
    code: "tool.network.narrowed",
    what: "no network",
    apply({ policy }) {
      if (policy.network !== UNSPECIFIED && policy.network.mode === "none") return false;
      policy.network = { mode: "none", hosts: [] };
      return true;
    },
  },
  {
    code: "tool.network.narrowed",
    what: "names instead of the open network",
    apply({ policy }) {
      if (policy.network !== UNSPECIFIED && policy.network.mode !== "open") return false;
      policy.network = { mode: "allowlist", hosts: ["api.example.com:443"] };
      return true;
    },
  },
  {
    code: "tool.network.narrowed",
    what: "a part of a range",
    apply(tool) {
      const { network } = tool.policy;
      const hosts = hostsOf(tool);
      if (network === UNSPECIFIED || !hosts?.includes("10.1.0.0/16:5432")) return false;
      network.hosts = asSet(hosts.map((host) => (host === "10.1.0.0/16:5432" ? "10.1.2.0/24:5432" : host)));
      return true;
    },
  },
  {
    code: "tool.environment.narrowed",
    what: "a variable fewer",
    apply: ({ policy: { environment } }, pick) => environment !== UNSPECIFIED && drop(environment.allow, pick),
  },
  {
    code: "tool.exec.narrowed",
    what: "no programs",
    apply({ policy }) {
      if (policy.exec === "deny") return false;
      policy.exec = "deny";
      return true;
    },
  },
  {
    code: "tool.limit.tightened",
    what: "a lower limit",
    apply({ policy: { limits } }, pick) {
      const name = one(LIMIT_NAMES, pick) ?? "fileMb";
      const old = limits[name];
      if (old === 1) return false;
      limits[name] = old === UNSPECIFIED ? 1 : old - 1;
      return true;
    },
  },
  {
    code: "tool.limit.tightened",
    what: "a hard limit",
    apply({ policy: { limits } }) {
      if (limits.hard.includes("memoryMb")) return false;
      limits.hard = asSet([...limits.hard, "memoryMb" as const]);
      return true;
    },
  },
  becomes("tool.idempotency.required", "a key is needed", "idempotency", "required"),
  becomes("tool.idempotent.withdrawn", "running twice may harm", "idempotent", false),
  becomes("tool.output.prose", "more cleaning", "outputContent", "prose"),
  becomes(
    "tool.cleaning.strengthened",
    "orders withhold it",
    "cleaning",
    { steps: { sentences: "block" } },
    (is) => is?.maxLength === undefined,
  ),
  becomes("tool.runtime.sandboxed", "a sandbox", "runtime", { kind: "command", sandbox: "required" }, ({ kind }) => {
    return kind === "external";
  }),
  step("tool.approval.raised", "approvals", [0, 1, 2], 1),
  {
    code: "tool.risk.raised",
    what: "a risk, or a higher one",
    apply({ policy }) {
      if (policy.risk === "high") return false;
      policy.risk = "high";
      return true;
    },
  },
  {
    code: "tool.constraints.tightened",
    what: "once only",
    apply({ constraints }) {
      if (constraints.maxInvocations === 1) return false;
      constraints.maxInvocations = 1;
      return true;
    },
  },
  {
    code: "tool.constraints.tightened",
    what: "forbidden",
    apply({ constraints }) {
      if (constraints.forbidden) return false;
      constraints.forbidden = true;
      return true;
    },
  },
  {
    code: "tool.constraints.tightened",
    what: "something must come first",
    apply({ constraints }) {
      constraints.onlyAfter = asSet([...constraints.onlyAfter, "third"]);
      return true;
    },
  },
  {
    code: "tool.gate.tightened",
    what: "an exemption that becomes a path",
    apply({ gate }, pick) {
      const at = one(gate.text, pick);
      if (at === undefined) return false;
      gate.text = gate.text.filter((exempt) => exempt !== at);
      gate.paths = sortPaths([...gate.paths, { at, access: "read" }]);
      return true;
    },
  },
  { code: "tool.gate.tightened", what: "no exemption", apply: ({ gate }, pick) => drop(gate.text, pick) },
  { code: "tool.secrets.narrowed", what: "a credential fewer", apply: ({ secrets }, pick) => drop(secrets, pick) },
  {
    code: "tool.cost.lowered",
    what: "no cost",
    apply(tool) {
      if (tool.maxCost === 0) return false;
      tool.maxCost = 0;
      return true;
    },
  },
];
