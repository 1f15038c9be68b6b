import type { PolicyDocument } from "./policy-document.ts";

/**
 * One edit of a policy, made in place: it gives more, or less, by the meaning of the line and not by how changes are told apart. It says
 * nothing was done where the policy has no such line.
 */
export interface Edit {
  readonly what: string;
  readonly wider: boolean;
  /** `pick` chooses among the places where it can be done. */
  apply(policy: PolicyDocument, pick: number): boolean;
}

const at = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(items.length, 1)];
const dropOf = (list: unknown[] | undefined, pick: number): boolean =>
  list !== undefined && list.splice(pick % Math.max(list.length, 1), 1).length > 0;
const addTo = (list: string[] | undefined, item: string): boolean =>
  list !== undefined && !list.includes(item) && list.push(item) > 0;

type Safety = PolicyDocument["classes"]["safety"];
type Profile = PolicyDocument["profiles"][string];
type Rule = Profile["rules"][number];
type Entry = PolicyDocument["agents"][string];
type Level = PolicyDocument["tool_access"]["levels"][string];

const safety = (change: (terms: Safety["read"]) => boolean) => (policy: PolicyDocument, pick: number) => {
  const terms = at(Object.values(policy.classes.safety), pick);
  return terms !== undefined && change(terms);
};
const profile = (change: (profile: Profile, pick: number) => boolean) => (policy: PolicyDocument, pick: number) =>
  Object.values(policy.profiles).some((one) => change(one, pick));
const rule = (change: (rule: Rule, pick: number) => boolean) =>
  profile(({ rules }, pick) => rules.some((one) => change(one, pick)));
const entry = (change: (entry: Entry, pick: number) => boolean) => (policy: PolicyDocument, pick: number) =>
  Object.values(policy.agents).some((one) => change(one, pick));
const level = (change: (level: Level, pick: number) => boolean) => (policy: PolicyDocument, pick: number) =>
  Object.values(policy.tool_access.levels).some((one) => change(one, pick));

/** Sets a field to another of two values, where it has the first. */
function turn<T extends object, K extends keyof T>(key: K, from: T[K], to: T[K]): (target: T) => boolean {
  return (target) => {
    if (target[key] !== from) return false;
    target[key] = to;
    return true;
  };
}

/** Takes an optional field away, where it is. */
function lose<T extends object>(key: keyof T): (target: T) => boolean {
  return (target) => target[key] !== undefined && Reflect.deleteProperty(target, key);
}

/** Adds to a number, where it is one and stays within what a policy may say. */
function shift<T extends object>(key: keyof T, by: number, least: number, most: number): (target: T) => boolean {
  return (target) => {
    const value: unknown = target[key];
    if (typeof value !== "number" || value + by < least || value + by > most) return false;
    return Reflect.set(target, key, value + by);
  };
}

type Named = readonly [name: string, entry: Entry];

/** Agents by whether a profile of theirs has a list of what is free. */
const listing = (policy: PolicyDocument, isListed: boolean): Named[] =>
  Object.entries(policy.agents).filter(
    ([, { profiles }]) => profiles.some((name) => policy.profiles[name]?.auto_approve !== undefined) === isListed,
  );

/** Gives the first of these agents a profile that nobody has, with this list. */
function giveList(policy: PolicyDocument, agents: readonly Named[], auto_approve: string[]): boolean {
  const entry = agents[0]?.[1];
  if (entry === undefined || policy.profiles.listing) return false;
  policy.profiles.listing = { ...NOTHING_MORE, auto_approve };
  return entry.profiles.push("listing") > 0;
}

const NOTHING_MORE = { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] };

const firstName = (record: object, pick: number) => at(Object.keys(record), pick);

function forget(record: Record<string, unknown>, pick: number): boolean {
  const name = firstName(record, pick);
  return name !== undefined && Reflect.deleteProperty(record, name);
}

type Cleaning = NonNullable<Safety["read"]["cleaning"]>;

function clean<Part extends keyof Cleaning>(one: Safety["read"], part: Part, value: Cleaning[Part]): boolean {
  if (one.cleaning?.[part] === value) return false;
  return Reflect.set(one, "cleaning", { ...one.cleaning, [part]: value });
}

const WIDER: readonly Omit<Edit, "wider">[] = [
  { what: "a class takes fewer people", apply: safety(shift("people", -1, 0, 2)) },
  {
    what: "the open network takes fewer people",
    apply: ({ classes }) => shift<Safety["network"]>("open_people", -1, 1, 2)(classes.safety.network),
  },
  {
    what: "more may vote",
    apply: safety(
      ({ voters }) => voters.length === 1 && voters.push(voters[0] === "operator" ? "reviewer" : "operator") > 0,
    ),
  },
  { what: "a class is tried more often", apply: safety(shift("attempts", 1, 1, 10)) },
  { what: "a class waits less", apply: safety(shift("backoff_seconds", -1, 0, 600)) },
  { what: "a class is logged with less", apply: safety(turn("audit", "rules", "digest")) },
  { what: "a class lets orders through", apply: safety((one) => clean(one, "sentences", "report")) },
  {
    what: "a class no longer withholds",
    apply: safety(({ cleaning }) => cleaning?.hidden === "block" && lose<Cleaning>("hidden")(cleaning)),
  },
  {
    what: "a class takes things out unseen",
    apply: safety(({ cleaning }) => cleaning?.markers === "visible" && lose<Cleaning>("markers")(cleaning)),
  },
  {
    what: "a class lets longer outputs through",
    apply: safety(({ cleaning }) => cleaning !== undefined && lose<Cleaning>("max_length")(cleaning)),
  },
  {
    what: "an egress class takes fewer people",
    apply: ({ classes: { egress } }) => shift<typeof egress>("read_only", -1, 0, 2)(egress),
  },
  { what: "a level is gone", apply: ({ tool_access }, pick) => forget(tool_access.levels, pick) },
  { what: "a level reaches all files", apply: level(turn("file_system", "project_directory", "full")) },
  { what: "a level has the open network", apply: level(turn("network", "allowlist_only", "open")) },
  { what: "a level pushes", apply: level(turn("git", "read_and_branch", "full")) },
  { what: "a level has a terminal", apply: level(turn("terminal", "none", "restricted_commands")) },
  { what: "a level deploys", apply: level(turn("deployment", false, true)) },
  { what: "a level asks for less", apply: level(({ requires_approval }, pick) => dropOf(requires_approval, pick)) },
  { what: "a level starts more programs", apply: level(({ commands }) => addTo(commands, "bash")) },
  { what: "a level has no list of programs", apply: level(lose("commands")) },
  { what: "a profile is gone", apply: ({ profiles }, pick) => forget(profiles, pick) },
  { what: "a rule is gone", apply: profile(({ rules }, pick) => dropOf(rules, pick)) },
  { what: "a rule no longer denies", apply: rule(lose("deny")) },
  {
    what: "a rule holds instead of denying",
    apply: rule((one) => lose<Rule>("deny")(one) && Reflect.set(one, "people", 2)),
  },
  { what: "a rule takes fewer people", apply: rule(shift("people", -1, 1, 2)) },
  { what: "a rule takes nobody", apply: rule(lose("people")) },
  ...(["hosts", "read", "write", "limits", "backends"] as const).map((part) => ({
    what: `a rule no longer bounds ${part}`,
    apply: rule(lose(part)),
  })),
  { what: "a rule lets more hosts be", apply: rule(({ hosts }) => addTo(hosts, "evil.example:443")) },
  {
    what: "a rule gives more time",
    apply: rule(({ limits }) => limits !== undefined && shift<typeof limits>("wallSeconds", 10, 1, 100)(limits)),
  },
  { what: "a rule counts to more", apply: rule(shift("max_invocations", 1, 0, 100)) },
  { what: "a rule counts no longer", apply: rule(lose("max_invocations")) },
  { what: "a rule waits for less", apply: rule(({ only_after }, pick) => dropOf(only_after, pick)) },
  { what: "a rule counts in each task", apply: rule(turn("per", "session", "task")) },
  { what: "a rule ends sooner", apply: rule(turn("until", "2101-06-01T12:00:00+02:00", "2001-01-01T00:00:00Z")) },
  {
    what: "a rule ends",
    apply: rule((one) => one.until === undefined && Reflect.set(one, "until", "2101-06-01T12:00:00Z")),
  },
  { what: "a profile frees more", apply: profile(({ auto_approve }) => addTo(auto_approve, "arch:decide")) },
  { what: "a profile has no list of what is free", apply: profile(lose("auto_approve")) },
  {
    what: "an agent has its first list of what is free, in a new profile",
    apply: (policy) => giveList(policy, listing(policy, false), ["org", "deploy"]),
  },
  {
    what: "an agent's profile has the agent's first list of what is free",
    apply: (policy) => {
      const had = listing(policy, false).flatMap(([, { profiles }]) => profiles);
      const profile = had.map((name) => policy.profiles[name]).find((one) => one !== undefined);
      return profile !== undefined && Reflect.set(profile, "auto_approve", ["fs:read"]);
    },
  },
  { what: "a profile holds less", apply: profile(({ human_approval }, pick) => dropOf(human_approval, pick)) },
  {
    what: "people have longer",
    apply: profile(({ approval_minutes }, pick) =>
      shift<typeof approval_minutes>(firstName(approval_minutes, pick) ?? "", 1, 5, 1440)(approval_minutes),
    ),
  },
  {
    what: "people have their tier's time",
    apply: profile(({ approval_minutes }, pick) => forget(approval_minutes, pick)),
  },
  { what: "a budget is gone", apply: profile(({ budgets }, pick) => dropOf(budgets, pick)) },
  { what: "a budget is larger", apply: profile(({ budgets }) => budgets.some(shift("calls", 1, 1, 100))) },
  { what: "an agent has a profile less", apply: entry(({ profiles }, pick) => dropOf(profiles, pick)) },
  {
    what: "an agent has another level",
    apply: entry((one) => one.custom_level !== "elevated" && Reflect.set(one, "custom_level", "elevated")),
  },
  {
    what: "an agent is narrowed no longer",
    apply: entry((one) => Object.keys(one.narrow ?? {}).length > 0 && lose<Entry>("narrow")(one)),
  },
  {
    what: "an agent's network is narrowed less",
    apply: entry(
      ({ narrow }) => narrow !== undefined && turn<typeof narrow, "network">("network", "none", "open")(narrow),
    ),
  },
  {
    what: "an agent's deployment is narrowed no longer",
    apply: entry(({ narrow }) => narrow !== undefined && lose<typeof narrow>("deployment")(narrow)),
  },
  {
    what: "an agent's restricted terminal starts other programs than the fixed few",
    apply: entry(
      ({ narrow }) =>
        narrow?.terminal === "restricted_commands" &&
        narrow.commands === undefined &&
        Reflect.set(narrow, "commands", ["cat", "bash"]),
    ),
  },
  { what: "an agent is allowed more", apply: entry(({ allow }) => addTo(allow, "another_tool")) },
  { what: "an agent is denied less", apply: entry(({ deny }, pick) => dropOf(deny, pick)) },
  { what: "the gate only reports", apply: entry(turn("enforce_tool_policies", true, false)) },
  {
    what: "a check is new",
    apply: ({ checks }) => checks.push({ name: "fresh", url: "https://fresh.example/", timeout_ms: 500 }) > 0,
  },
  { what: "a check is gone", apply: ({ checks }, pick) => dropOf(checks, pick) },
  {
    what: "a check asks somebody else",
    apply: ({ checks }) => checks.some((one) => Reflect.set(one, "url", "https://other.example/")),
  },
];

const NARROWER: readonly Omit<Edit, "wider">[] = [
  { what: "a class takes more people", apply: safety(shift("people", 1, 0, 2)) },
  { what: "fewer may vote", apply: safety(({ voters }) => voters.length === 2 && voters.pop() !== undefined) },
  { what: "a class is tried less often", apply: safety(shift("attempts", -1, 1, 10)) },
  { what: "a class waits more", apply: safety(shift("backoff_seconds", 1, 0, 600)) },
  { what: "a class is logged with more", apply: safety(turn("audit", "digest", "rules")) },
  { what: "a class withholds orders", apply: safety((one) => clean(one, "sentences", "block")) },
  { what: "a class shortens outputs", apply: safety((one) => clean(one, "max_length", 200)) },
  { what: "a class shows what it takes out", apply: safety((one) => clean(one, "markers", "visible")) },
  {
    what: "an egress class takes more people",
    apply: ({ classes: { egress } }) => shift<typeof egress>("none", 1, 0, 2)(egress),
  },
  {
    what: "a level is new",
    apply: ({ tool_access: { levels } }) => Reflect.set(levels, "fresh", { ...levels.elevated }),
  },
  { what: "a level reaches fewer files", apply: level(turn("file_system", "full", "workspace_only")) },
  { what: "a level has no network", apply: level(turn("network", "open", "none")) },
  { what: "a level deploys with a person", apply: level(turn("deployment", true, false)) },
  { what: "a level asks for more", apply: level(({ requires_approval }) => addTo(requires_approval, "arch:decide")) },
  { what: "a level starts fewer programs", apply: level(({ commands }, pick) => dropOf(commands, pick)) },
  {
    what: "a level has other words",
    apply: level((one) => Reflect.set(one, "description", "Something else altogether.")),
  },
  {
    what: "a profile is new",
    apply: ({ profiles }) =>
      Reflect.set(profiles, "fresh", {
        description: "",
        rules: [],
        human_approval: [],
        approval_minutes: {},
        budgets: [],
        auto_approve: [],
      }),
  },
  {
    what: "a rule is new",
    apply: profile(({ rules }) => rules.push({ tool: "fresh_tool", reason: "r", people: 1 }) > 0),
  },
  {
    what: "a rule denies instead of asking",
    apply: rule((one) => lose<Rule>("people")(one) && Reflect.set(one, "deny", true)),
  },
  { what: "a rule takes more people", apply: rule(shift("people", 1, 1, 2)) },
  {
    what: "a rule takes a person",
    apply: rule((one) => !one.deny && one.people === undefined && Reflect.set(one, "people", 1)),
  },
  { what: "a rule counts to less", apply: rule(shift("max_invocations", -1, 0, 100)) },
  {
    what: "a rule counts",
    apply: rule((one) => one.max_invocations === undefined && Reflect.set(one, "max_invocations", 3)),
  },
  {
    what: "a rule waits for more",
    apply: rule((one) => Reflect.set(one, "only_after", [...(one.only_after ?? []), "fresh_tool"])),
  },
  {
    what: "a rule gives another reason",
    apply: rule((one) => Reflect.set(one, "reason", "Something else altogether.")),
  },
  { what: "a profile frees less", apply: profile(({ auto_approve }, pick) => dropOf(auto_approve, pick)) },
  {
    what: "a profile frees nothing",
    apply: profile((one) => one.auto_approve === undefined && Reflect.set(one, "auto_approve", [])),
  },
  {
    what: "a profile that nobody has frees only what is listed",
    apply: (policy) => {
      const had = new Set(Object.values(policy.agents).flatMap(({ profiles }) => profiles));
      const free = Object.entries(policy.profiles).find(([name, one]) => !had.has(name) && !one.auto_approve)?.[1];
      return free !== undefined && Reflect.set(free, "auto_approve", ["fs:read"]);
    },
  },
  {
    what: "an agent has one more list of what is free",
    apply: (policy) => giveList(policy, listing(policy, true), ["org", "deploy"]),
  },
  {
    what: "an agent has its first list of what is free, and nothing on it",
    apply: (policy) => giveList(policy, listing(policy, false), []),
  },
  { what: "a profile holds more", apply: profile(({ human_approval }) => addTo(human_approval, "arch:decide")) },
  {
    what: "people have less time",
    apply: profile(({ approval_minutes }, pick) =>
      shift<typeof approval_minutes>(firstName(approval_minutes, pick) ?? "", -1, 5, 1440)(approval_minutes),
    ),
  },
  {
    what: "a budget is new",
    apply: profile(({ budgets }) => budgets.push({ tool: "fresh_tool", calls: 1, per: "day" }) > 0),
  },
  { what: "an agent has a profile more", apply: entry(({ profiles }) => addTo(profiles, "fresh")) },
  {
    what: "an agent is narrowed",
    apply: entry(
      (one) => one.narrow === undefined && Reflect.set(one, "narrow", { network: "open", commands: ["cat"] }),
    ),
  },
  {
    what: "an agent's network is narrowed more",
    apply: entry(
      ({ narrow }) => narrow !== undefined && turn<typeof narrow, "network">("network", "open", "none")(narrow),
    ),
  },
  {
    what: "an agent needs a person for more",
    apply: entry((one) =>
      Reflect.set(one, "narrow", {
        ...one.narrow,
        requires_approval: [...(one.narrow?.requires_approval ?? []), "arch:decide"],
      }),
    ),
  },
  {
    what: "an agent's restricted terminal starts fewer of the fixed few",
    apply: entry(
      ({ narrow }) =>
        narrow?.terminal === "restricted_commands" &&
        narrow.commands === undefined &&
        Reflect.set(narrow, "commands", ["cat", "ls"]),
    ),
  },
  { what: "an agent is allowed less", apply: entry(({ allow }, pick) => dropOf(allow, pick)) },
  { what: "an agent is denied more", apply: entry(({ deny }) => addTo(deny, "another_tool")) },
  { what: "the gate refuses again", apply: entry(turn("enforce_tool_policies", false, true)) },
];

export const EDITS: readonly Edit[] = [
  ...WIDER.map((edit) => ({ ...edit, wider: true })),
  ...NARROWER.map((edit) => ({ ...edit, wider: false })),
];
