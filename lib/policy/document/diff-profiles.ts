import { changeOf, changeOfSet, instead, isSubset, listed, namesOf, own } from "./diff-parts.ts";
import { diffBudgets, diffRules } from "./diff-rules.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { PolicyDocument, PolicyProfile } from "./policy-document.ts";

type Profiles = PolicyDocument["profiles"];

/** A profile narrows: one that is gone gives more, a new one gives and takes nothing until an agent has it. What its list frees, diff-freed.ts tells. */
export function diffProfiles(before: Profiles, after: Profiles): PolicyChange[] {
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [own(before, name), own(after, name)];
    if (was && is) return diffProfile(name, was, is);
    return changeOf(["profiles", name], was, is, () => ({
      widening: was !== undefined,
      sentence: was ? `Profile ${name} is taken away.` : `Profile ${name} is new.`,
    }));
  });
}

function diffProfile(name: string, before: PolicyProfile, after: PolicyProfile): PolicyChange[] {
  const at = (field: string) => ["profiles", name, field];
  const profile = `Profile ${name}`;
  return [
    ...changeOf(at("description"), before.description, after.description, () => ({
      widening: false,
      sentence: `${profile} is described in other words.`,
    })),
    ...diffRules(at("rules"), name, before.rules, after.rules),
    ...changeOfSet(at("auto_approve"), before.auto_approve, after.auto_approve, () => ({
      widening:
        before.auto_approve !== undefined && !(after.auto_approve && isSubset(after.auto_approve, before.auto_approve)),
      sentence: after.auto_approve
        ? `${profile} takes a person for everything but ${listed(after.auto_approve)} ${instead(before.auto_approve)}.`
        : `${profile} no longer takes a person for what is not on a list.`,
    })),
    ...changeOfSet(at("human_approval"), before.human_approval, after.human_approval, () => ({
      widening: !isSubset(before.human_approval, after.human_approval),
      sentence: `${profile} takes a person for ${listed(after.human_approval)} ${instead(before.human_approval)}.`,
    })),
    ...diffMinutes(at("approval_minutes"), profile, before.approval_minutes, after.approval_minutes),
    ...diffBudgets(at("budgets"), name, before.budgets, after.budgets),
  ];
}

type Minutes = PolicyProfile["approval_minutes"];

function diffMinutes(at: readonly string[], profile: string, before: Minutes, after: Minutes): PolicyChange[] {
  return namesOf(before, after).flatMap((word) => {
    const [was, is] = [own(before, word), own(after, word)];
    return changeOf([...at, word], was, is, () => ({
      widening: was !== undefined && (is === undefined || is > was),
      sentence: `${profile} gives people ${is === undefined ? "their tier's time" : `${is} minutes`} for ${word} ${instead(was)}.`,
    }));
  });
}
