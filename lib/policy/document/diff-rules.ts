import { isSameJson } from "#lib/registry/same-json.ts";
import { changeOf, changeOfSet, instead, isSubset, listed } from "./diff-parts.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { Budget, PolicyRule } from "./policy-document.ts";
import type { PolicyPath } from "./policy-problem.ts";

type Subject = Pick<Budget, "tool" | "action">;

/** What a rule or budget is about, as it stands in a path: `tool:send_mail`, `action:deploy`, `all`. */
export function subjectOf({ tool, action }: Subject): string {
  if (tool !== undefined) return `tool:${tool}`;
  return action === undefined ? "all" : `action:${action}`;
}

function subjectText({ tool, action }: Subject): string {
  if (tool !== undefined) return `the tool ${tool}`;
  return action === undefined ? "all calls" : action;
}

/** A rule only narrows, so one that is gone gives more and a new one never does. Rules are told apart by what they are about. */
export function diffRules(
  at: PolicyPath,
  profile: string,
  before: readonly PolicyRule[],
  after: readonly PolicyRule[],
): PolicyChange[] {
  const were = new Map(before.map((rule) => [subjectOf(rule), rule]));
  const are = new Map(after.map((rule) => [subjectOf(rule), rule]));
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((subject) => {
    const [was, is] = [were.get(subject), are.get(subject)];
    const rule = was ?? is;
    const name = `Profile ${profile}'s rule for ${rule ? subjectText(rule) : subject}`;
    if (was && is) return diffRule([...at, subject], name, was, is);
    return changeOf([...at, subject], was, is, () => ({
      widening: was !== undefined,
      sentence: was ? `${name} is taken away.` : `${name} is new.`,
    }));
  });
}

/** Reach is compared as it is written: whether one list of patterns lies within another is not decided here. */
const REACH = ["hosts", "read", "write", "limits", "backends"] as const;

function diffRule(at: PolicyPath, name: string, before: PolicyRule, after: PolicyRule): PolicyChange[] {
  return [
    ...changeOf([...at, "deny"], before.deny, after.deny, () => ({
      widening: before.deny === true,
      sentence: after.deny ? `${name} denies.` : `${name} no longer denies.`,
    })),
    ...changeOf([...at, "people"], before.people, after.people, () => ({
      widening: !after.deny && (after.people ?? 0) < (before.people ?? 0),
      sentence: `${name} takes ${after.people ?? "no"} ${after.people === 1 ? "person" : "people"} ${instead(before.people)}.`,
    })),
    ...REACH.flatMap((part) =>
      changeOf([...at, part], before[part], after[part], () => ({
        widening: true,
        sentence: `${name} bounds ${part} in another way.`,
      })),
    ),
    ...changeOf([...at, "max_invocations"], before.max_invocations, after.max_invocations, () => ({
      widening:
        before.max_invocations !== undefined &&
        (after.max_invocations ?? Number.POSITIVE_INFINITY) > before.max_invocations,
      sentence: `${name} lets it run ${counted(after.max_invocations, "time")} ${instead(before.max_invocations)}.`,
    })),
    ...changeOfSet([...at, "only_after"], before.only_after, after.only_after, () => ({
      widening: !isSubset(before.only_after ?? [], after.only_after ?? []),
      sentence: `${name} lets it run after ${listed(after.only_after)} ${instead(before.only_after)}.`,
    })),
    ...(["per", "until"] as const).flatMap((field) =>
      changeOf([...at, field], before[field], after[field], () => ({
        widening: true,
        sentence:
          field === "per"
            ? `${name} counts in each ${after.per ?? "session"}.`
            : `${name} ends ${after.until ?? "never"} ${instead(before.until)}.`,
      })),
    ),
    ...changeOf([...at, "reason"], before.reason, after.reason, () => ({
      widening: false,
      sentence: `${name} gives another reason.`,
    })),
  ];
}

/** A budget that is not there any more as it was counts as gone, even if a smaller one has come. */
export function diffBudgets(
  at: PolicyPath,
  profile: string,
  before: readonly Budget[],
  after: readonly Budget[],
): PolicyChange[] {
  const gone = before.filter((budget) => !after.some((other) => isSameJson(budget, other)));
  const fresh = after.filter((budget) => !before.some((other) => isSameJson(budget, other)));
  const keyOf = (budget: Budget) => `${subjectOf(budget)}:${budget.per}`;
  return [...new Set([...gone, ...fresh].map(keyOf))].flatMap((key) => {
    const [was, is] = [gone.find((budget) => keyOf(budget) === key), fresh.find((budget) => keyOf(budget) === key)];
    const budget = was ?? is;
    const name = budget ? `Profile ${profile}'s budget for ${subjectText(budget)} per ${budget.per}` : key;
    return changeOf([...at, key], was, is, () => ({
      widening: was !== undefined,
      sentence: is ? `${name} is ${budgetText(is)} ${instead(was && budgetText(was))}.` : `${name} is taken away.`,
    }));
  });
}

function budgetText({ calls, cost }: Budget): string {
  return [calls === undefined ? [] : counted(calls, "call"), cost === undefined ? [] : `a cost of ${cost}`]
    .flat()
    .join(" and ");
}

function counted(count: number | undefined, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count ?? "any number of"} ${noun}s`;
}
