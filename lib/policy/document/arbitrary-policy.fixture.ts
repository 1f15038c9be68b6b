import fc from "fast-check";
import { GRANT_ORDER, meetGrants } from "#lib/policy/access-level.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { BACKENDS, CATEGORIES, ROLES } from "#lib/policy/vocabulary.ts";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import { checkEffects } from "./check-effects.ts";
import { checkPolicy } from "./check-policy.ts";
import { checkTexts } from "./check-texts.ts";
import type { ClassCleaning } from "./class-cleaning.ts";
import type { Budget, PolicyDocument, PolicyRule } from "./policy-document.ts";

/** The names that an arbitrary policy may use, so that its lines meet the calls that a test makes. */
export interface PolicyNames {
  readonly agents: readonly string[];
  readonly tools: readonly string[];
  readonly profiles: readonly string[];
}

const NAMES: PolicyNames = {
  agents: ["ada", "bert", "9-lives"],
  tools: ["read_file", "send_mail", "mcp/files: list", "true", "null"],
  profiles: ["careful", "night_shift", "y"],
};

/** Policies that pass every check: all that a person could put in force, over few names so that lines meet. */
export function arbitraryPolicy(names: PolicyNames = NAMES): fc.Arbitrary<PolicyDocument> {
  const { agents, profiles } = names;
  return fc
    .record({
      policy: fc.constant(1 as const),
      classes: classes(),
      tool_access: fc.record({ levels: levels() }),
      profiles: recordOf(profiles, profile(names)),
      checks: fc.uniqueArray(check(names), { selector: ({ name }) => name, maxLength: 3 }),
    })
    .chain((rest) =>
      recordOf(agents, entry(names, Object.keys(rest.profiles), Object.keys(rest.tool_access.levels))).map(
        (entries) => ({
          ...rest,
          agents: entries,
        }),
      ),
    )
    .filter((document) => checkPolicy(document, {}).errors.length === 0);
}

const WORDS = [
  ...ACTION_TYPES,
  "deploy",
  "db",
  "fs",
  "org",
  ...CATEGORIES.filter((category) => category !== "deployment"),
];

const some = (items: readonly string[], most = 4) => fc.uniqueArray(fc.constantFrom(...items), { maxLength: most });
const oneOrMore = <T>(items: readonly T[], most = 4) =>
  fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: most });
const words = () => some([...new Set(WORDS)]);
/** Whatever a person may type, and YAML may read as something else. */
const prose = () =>
  fc.oneof(
    fc.constantFrom(
      "yes",
      "1",
      "null",
      "~",
      "- a",
      "a: b",
      "#x",
      "'",
      "\u2003",
      " lead",
      "trail ",
      "a\n\nb\n",
      "\t",
      "2026-01-01",
    ),
    fc.string({ unit: "grapheme", maxLength: 140 }).filter((text) => checkTexts(text).length === 0),
  );

function recordOf<T>(names: readonly string[], value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length, noNullPrototype: true });
}

/** Optional parts are there or not; never there and undefined, which no document can say. */
function parts<T extends Record<string, unknown>>(
  shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
): fc.Arbitrary<Partial<T>> {
  return fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

function classes(): fc.Arbitrary<PolicyDocument["classes"]> {
  const terms = (least: number) =>
    fc
      .record({
        people: fc.integer({ min: least, max: 2 }),
        voters: oneOrMore(ROLES.filter((role) => role === "operator" || role === "reviewer")),
        attempts: fc.integer({ min: 1, max: 10 }),
        backoff_seconds: fc.integer({ min: 0, max: 600 }),
        audit: fc.constantFrom("digest" as const, "rules" as const),
      })
      .chain((fields) => parts({ cleaning: cleaning() }).map((more) => ({ ...fields, ...more })));
  return fc.record({
    safety: fc.record({
      read: terms(0),
      write: terms(1),
      network: fc
        .tuple(terms(0), fc.integer({ min: 1, max: 2 }))
        .map(([all, open_people]) => ({ ...all, open_people })),
      financial: terms(1),
      privileged: terms(2),
    }),
    egress: fc.record({
      none: fc.integer({ min: 0, max: 2 }),
      read_only: fc.integer({ min: 0, max: 2 }),
      write: fc.integer({ min: 1, max: 2 }),
    }),
  });
}

function cleaning(): fc.Arbitrary<ClassCleaning> {
  return parts<Required<ClassCleaning>>({
    escapes: fc.constantFrom("remove", "block"),
    hidden: fc.constantFrom("remove", "block"),
    credentials: fc.constantFrom("mask", "block"),
    markup: fc.constantFrom("report", "mark", "block"),
    concealed: fc.constantFrom("report", "remove", "block"),
    roles: fc.constantFrom("report", "mark", "block"),
    sentences: fc.constantFrom("report", "mark", "fence", "remove", "block"),
    encoded: fc.constantFrom("report", "block"),
    max_length: fc.constantFrom(200, 5_000, 100_000),
    markers: fc.constantFrom("visible", "counted"),
  });
}

type Levels = PolicyDocument["tool_access"]["levels"];
type Grant = Levels[string];

/** What a level may give, in no order with any other. */
export function arbitraryGrant(): fc.Arbitrary<Grant> {
  const given = fc.record({
    file_system: fc.constantFrom(...GRANT_ORDER.file_system),
    code_execution: fc.constantFrom(...GRANT_ORDER.code_execution),
    network: fc.constantFrom(...GRANT_ORDER.network),
    git: fc.constantFrom(...GRANT_ORDER.git),
    terminal: fc.constantFrom(...GRANT_ORDER.terminal),
    deployment: fc.boolean(),
    requires_approval: words(),
  });
  const perhaps = parts<Pick<Grant, "description" | "commands">>({
    description: prose(),
    commands: some(["cat", "ls", "git"]),
  });
  return fc.tuple(given, perhaps).map(([fields, more]) => ({ ...fields, ...more }));
}

function levels(): fc.Arbitrary<Levels> {
  const any = arbitraryGrant();
  // Four grants at random are hardly ever in order: each is met with the one above it.
  const inOrder = fc.tuple(any, any, any, any).map(([elevated, one, two, three]) => {
    const standard = meetGrants(elevated, one);
    const restricted = meetGrants(standard, two);
    return { sandboxed: meetGrants(restricted, three), restricted, standard, elevated };
  });
  const builtIn = fc.oneof(fc.constant(POLICY_AS_SHIPPED.tool_access.levels), inOrder);
  return fc.tuple(builtIn, recordOf(["custom", "night", "a1"], any)).map(([four, others]) => ({ ...others, ...four }));
}

const subject = (names: PolicyNames) =>
  fc.oneof(
    fc.constantFrom(...names.tools).map((tool) => ({ tool })),
    fc.constantFrom(...WORDS).map((action) => ({ action })),
  );

function profile(names: PolicyNames): fc.Arbitrary<PolicyDocument["profiles"][string]> {
  return fc
    .record({
      description: prose(),
      rules: fc.uniqueArray(rule(names), { selector: ({ tool, action }) => tool ?? `: ${action}`, maxLength: 4 }),
      human_approval: words(),
      approval_minutes: recordOf(WORDS, fc.integer({ min: 5, max: 1440 })).map((all) =>
        Object.fromEntries(Object.entries(all).slice(0, 3)),
      ),
      budgets: fc.uniqueArray(budget(names), {
        selector: ({ tool, action, per }) => JSON.stringify([tool, action, per]),
        maxLength: 2,
      }),
    })
    .chain((fields) =>
      parts<{ auto_approve: string[] }>({ auto_approve: words() }).map((more) => ({ ...fields, ...more })),
    );
}

type RuleParts = Omit<PolicyRule, "tool" | "action" | "reason" | "people" | "deny">;

function rule(names: PolicyNames): fc.Arbitrary<PolicyRule> {
  const effect: fc.Arbitrary<Pick<PolicyRule, "people" | "deny">> = fc.constantFrom(
    {},
    { people: 1 },
    { people: 2 },
    { deny: true as const },
  );
  const narrowing = parts<Required<RuleParts>>({
    hosts: some(["api.example.com:443", "*.example.com:443", "10.0.0.0/8:5432"]),
    read: some(["/data/**", "${workspace}/**"]),
    write: some(["/out/**", "${project}/*"]),
    limits: parts({ wallSeconds: fc.integer({ min: 1, max: 60 }), memoryMb: fc.integer({ min: 1, max: 512 }) }),
    backends: oneOrMore(BACKENDS),
    max_invocations: fc.integer({ min: 0, max: 5 }),
    only_after: oneOrMore(names.tools, 2),
    per: fc.constantFrom("session" as const, "task" as const),
    until: fc.constantFrom("2001-01-01T00:00:00Z", "2101-06-01T12:00:00+02:00"),
  });
  const reason = prose().map((text) => text.trim() || "Because.");
  return fc
    .tuple(subject(names), reason, effect, narrowing)
    .map(([about, why, what, bounds]) => ({ ...about, reason: why, ...what, ...bounds }))
    .filter((one) => checkEffects({ profiles: { any: { rules: [one] } } }).length === 0);
}

function budget(names: PolicyNames): fc.Arbitrary<Budget> {
  const calls = fc.integer({ min: 1, max: 9 }).map((most) => ({ calls: most }));
  const cost = fc.constantFrom(0.5, 3, 12.25).map((most) => ({ cost: most }));
  const both = fc.tuple(calls, cost).map(([a, b]) => ({ ...a, ...b }));
  const per = fc.constantFrom("minute" as const, "hour" as const, "day" as const);
  return fc
    .tuple(fc.oneof(subject(names), fc.constant({})), fc.oneof(calls, cost, both), per)
    .map(([about, most, window]) => ({ ...about, ...most, per: window }));
}

function entry(
  names: PolicyNames,
  profiles: readonly string[],
  levelNames: readonly string[],
): fc.Arbitrary<PolicyDocument["agents"][string]> {
  const narrow = parts<Required<NonNullable<PolicyDocument["agents"][string]["narrow"]>>>({
    file_system: fc.constantFrom(...GRANT_ORDER.file_system),
    network: fc.constantFrom(...GRANT_ORDER.network),
    git: fc.constantFrom(...GRANT_ORDER.git),
    terminal: fc.constantFrom(...GRANT_ORDER.terminal),
    code_execution: fc.constantFrom(...GRANT_ORDER.code_execution),
    deployment: fc.constant(false as const),
    requires_approval: words(),
    commands: some(["cat", "ls", "git"]),
  });
  return fc
    .record({
      profiles: profiles.length > 0 ? some(profiles, 3) : fc.constant<string[]>([]),
      split: fc.array(fc.constantFrom("allow" as const, "deny" as const, "neither" as const), {
        minLength: names.tools.length,
        maxLength: names.tools.length,
      }),
      enforce_tool_policies: fc.boolean(),
    })
    .chain(({ split, ...fields }) =>
      parts({ custom_level: fc.constantFrom(...levelNames), narrow }).map((more) => ({
        ...fields,
        allow: names.tools.filter((_, index) => split[index] === "allow"),
        deny: names.tools.filter((_, index) => split[index] === "deny"),
        ...more,
      })),
    );
}

function check(names: PolicyNames): fc.Arbitrary<PolicyDocument["checks"][number]> {
  return fc
    .record({
      name: fc.constantFrom("fraud", "on_call", "dlp"),
      url: fc.constantFrom("https://checks.example.com/fraud", "http://127.0.0.1:9/ask"),
      timeout_ms: fc.integer({ min: 100, max: 10_000 }),
    })
    .chain((fields) => parts({ tools: oneOrMore(names.tools) }).map((more) => ({ ...fields, ...more })));
}
