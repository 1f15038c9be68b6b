import { canonicalActionPattern } from "#lib/policy/action-pattern.ts";
import { pickTexts, pickValues } from "./pick-values.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";
import { canonicalCategory } from "./trust-section.ts";

/** Two lines of which only one can be meant. Guessing which would be deciding for whoever wrote them. */
export function checkContradictions(document: unknown): PolicyProblem[] {
  return [
    ...pickValues(document, "profiles", "*").flatMap(({ at, value }) => bothFreeAndHeld(at, value)),
    ...pickValues(document, "agents", "*").flatMap(({ at, value }) => bothAllowedAndDenied(at, value)),
    ...WORD_LISTS.flatMap((pattern) => repeatsIn(document, pattern, canonicalActionPattern)),
    ...NAME_LISTS.flatMap((pattern) => repeatsIn(document, pattern)),
    ...pickValues(document, "profiles", "*", "rules").flatMap((list) => sameSubject(list.at, list.value)),
    ...pickValues(document, "profiles", "*", "budgets").flatMap((list) => sameBudget(list.at, list.value)),
    ...sameNamed(pickTexts(document, "checks", "*", "name")),
    ...KEYED.flatMap(([pattern, meaning]) => sameKeys(document, pattern, meaning)),
  ];
}

/** Lists that are sets: of words for actions, and of names. */
const WORD_LISTS = [
  ["tool_access", "levels", "*", "requires_approval"],
  ["profiles", "*", "auto_approve"],
  ["profiles", "*", "human_approval"],
  ["agents", "*", "narrow", "requires_approval"],
];
const NAME_LISTS = [
  ["classes", "safety", "*", "voters"],
  ["tool_access", "levels", "*", "commands"],
  ["profiles", "*", "rules", "*", "only_after"],
  ["agents", "*", "profiles"],
  ["agents", "*", "allow"],
  ["agents", "*", "deny"],
  ["agents", "*", "narrow", "commands"],
];

/** Keys that have other words for them: of two for one thing, the first would be lost in silence. */
const KEYED: readonly (readonly [pattern: readonly string[], meaning: (text: string) => string])[] = [
  [["profiles", "*", "approval_minutes"], canonicalActionPattern],
  ...[["trust"], ["agents", "*", "trust"]].flatMap((section) =>
    ["initial_levels", "promotion_criteria"].map((key) => [[...section, key], canonicalCategory] as const),
  ),
];

function sameKeys(document: unknown, pattern: readonly string[], meaning: (text: string) => string): PolicyProblem[] {
  return pickValues(document, ...pattern).flatMap(({ at, value }) =>
    sameNamed(
      pickValues(value, "*").map((item) => ({ at: [...at, ...item.at], text: String(item.at[0]) })),
      meaning,
    ),
  );
}

function repeatsIn(document: unknown, pattern: readonly string[], meaning?: (text: string) => string): PolicyProblem[] {
  return pickValues(document, ...pattern).flatMap(({ at, value }) =>
    sameNamed(
      pickTexts(value, "*").map((item) => ({ at: [...at, ...item.at], text: item.text })),
      meaning,
    ),
  );
}

/** Each that came before, in whatever spelling. */
function sameNamed(
  items: readonly { at: PolicyPath; text: string }[],
  meaning = (text: string) => text,
): PolicyProblem[] {
  const seen = new Map<string, string>();
  return items.flatMap(({ at, text }) => {
    const earlier = seen.get(meaning(text));
    seen.set(meaning(text), earlier ?? text);
    if (earlier === undefined) return [];
    const how = earlier === text ? "" : `, as ${earlier}`;
    return [{ at, message: `${text} is here already${how}. Take one of them out.` }];
  });
}

function bothFreeAndHeld(profile: PolicyPath, value: unknown): PolicyProblem[] {
  const held = new Set(pickTexts(value, "human_approval", "*").map(({ text }) => canonicalActionPattern(text)));
  return pickTexts(value, "auto_approve", "*").flatMap(({ at, text }) => {
    const word = canonicalActionPattern(text);
    const [family = word] = word.split(":");
    const by = held.has(word) ? word : held.has(family) ? family : undefined;
    if (by === undefined) return [];
    const message = `auto_approve frees ${text}, and human_approval of the same profile holds ${by}. Take it out of one of them.`;
    return [{ at: [...profile, ...at], message }];
  });
}

function bothAllowedAndDenied(agent: PolicyPath, value: unknown): PolicyProblem[] {
  const denied = new Set(pickTexts(value, "deny", "*").map(({ text }) => text));
  return pickTexts(value, "allow", "*")
    .filter(({ text }) => denied.has(text))
    .map(({ at, text }) => ({
      at: [...agent, ...at],
      message: `${text} is both allowed and denied to this agent. Take it out of one of the lists.`,
    }));
}

function sameSubject(list: PolicyPath, rules: unknown): PolicyProblem[] {
  return repeated(
    list,
    rules,
    (rule) => subjectOf(rule),
    (subject) => `Another rule of this profile is for ${subject}. Make them one rule.`,
  );
}

function sameBudget(list: PolicyPath, budgets: unknown): PolicyProblem[] {
  const nameOf = (budget: unknown): string | undefined => {
    const [per] = pickTexts(budget, "per");
    return per && `${subjectOf(budget) ?? "all calls"} in a ${per.text}`;
  };
  return repeated(
    list,
    budgets,
    nameOf,
    (name) => `Another budget of this profile is for ${name}. Keep the one that is meant.`,
  );
}

function repeated(
  list: PolicyPath,
  items: unknown,
  nameOf: (item: unknown) => string | undefined,
  message: (name: string) => string,
): PolicyProblem[] {
  const seen = new Set<string>();
  return pickValues(items, "*").flatMap(({ at, value }) => {
    const name = nameOf(value);
    if (name === undefined) return [];
    if (seen.has(name)) return [{ at: [...list, ...at], message: message(name) }];
    seen.add(name);
    return [];
  });
}

function subjectOf(rule: unknown): string | undefined {
  const [tool] = pickTexts(rule, "tool");
  const [action] = pickTexts(rule, "action");
  if (tool) return `the tool ${tool.text}`;
  return action && `the action ${canonicalActionPattern(action.text)}`;
}
