import type { TraceLine } from "../decision-trace.ts";
import type { CallHistory } from "./call-history.ts";
import type { CompiledAgent, CompiledProfile, CompiledRule } from "./compile-policy.ts";
import type { CalledBy } from "./index-by-subject.ts";
import { judgeBefore, judgeMost } from "./judge-constraints.ts";
import { asking, denying } from "./line.ts";

/** What the rules of an agent's profiles say about a call. They hold and deny and nothing else, so a profile never widens. */
export function judgeRules(rules: readonly CompiledRule[], tool: string, history: CallHistory): TraceLine[] {
  return rules.flatMap(({ profile, rule }) => {
    const id = rule.tool === undefined ? "profile.action" : "profile.tool";
    const words = { saw: `${profile}: ${rule.tool ?? rule.action}`, sentence: rule.reason };
    const counted = { tool, subject: rule, per: rule.per ?? "session", history, profile } as const;
    return [
      ...(rule.deny ? [denying(id, words)] : []),
      ...(rule.people === undefined ? [] : [asking(id, rule.people, words)]),
      ...judgeMost("profile.max_invocations", rule.max_invocations, counted),
      ...judgeBefore("profile.only_after", rule.only_after, counted),
    ];
  });
}

/** The profiles' lists: what takes a person, and what does not where everything else does. */
export function judgeLists(
  { profiles, unknownProfiles }: Pick<CompiledAgent, "profiles" | "unknownProfiles">,
  call: CalledBy,
): TraceLine[] {
  return [
    ...unknownProfiles.map((name) =>
      denying("profile.unknown", { saw: name, sentence: `The policy has no profile ${name}.` }),
    ),
    ...profiles.flatMap((profile) => [...judgeHumanApproval(profile, call), ...judgeOtherwise(profile, call)]),
  ];
}

function judgeHumanApproval({ name, humanApproval }: CompiledProfile, { words }: CalledBy): TraceLine[] {
  return words
    .filter((word) => humanApproval.has(word))
    .map((word) =>
      asking("profile.human_approval", 1, {
        saw: `${name}: ${word}`,
        sentence: `Agents with profile ${name} need a person for ${word}.`,
      }),
    );
}

function judgeOtherwise({ name, autoApprove }: CompiledProfile, { words }: CalledBy): TraceLine[] {
  if (autoApprove === undefined || words.some((word) => autoApprove.has(word))) return [];
  const sentence = `Agents with profile ${name} need a person for what is not on its list.`;
  return [asking("profile.otherwise", 1, { saw: `${name}: ${words[0]}`, sentence })];
}
