import { type AccessGrant, RESTRICTED_COMMANDS } from "#lib/policy/access-level.ts";
import { changeOf, changeOfSet, instead, isSubset, listed, namesOf, own } from "./diff-parts.ts";
import { ORDERED_FIELDS, rankOf } from "./grant-order.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { Narrowing, PolicyDocument } from "./policy-document.ts";
import type { PolicyPath } from "./policy-problem.ts";

type Levels = PolicyDocument["tool_access"]["levels"];

/** A level that is gone may have been somebody's bound; a new one gives nothing until an agent has it. */
export function diffLevels(before: Levels, after: Levels): PolicyChange[] {
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [own(before, name), own(after, name)];
    const at = ["tool_access", "levels", name];
    if (!was || !is) {
      return changeOf(at, was, is, () => ({
        widening: was !== undefined,
        sentence: was ? `Level ${name} is taken away.` : `Level ${name} is new.`,
      }));
    }
    return diffLevel(at, name, was, is);
  });
}

function diffLevel(at: PolicyPath, name: string, before: AccessGrant, after: AccessGrant): PolicyChange[] {
  const level = `Level ${name}`;
  return [
    ...diffFields(at, level, before, after),
    ...changeOfSet([...at, "commands"], before.commands, after.commands, () => ({
      // Without a list the terminal's own holds, which is another one: neither of them is known to be within the other.
      widening: !before.commands || !after.commands || !isSubset(after.commands, before.commands),
      sentence: `${level} starts ${after.commands ? listed(after.commands) : "what its terminal stands for"} ${instead(before.commands)}.`,
    })),
    ...changeOf([...at, "description"], before.description, after.description, () => ({
      widening: false,
      sentence: `${level} is described in other words.`,
    })),
  ];
}

/** What an agent's entry takes away from its level. A field that is no longer there takes nothing away. */
export function diffNarrowing(at: PolicyPath, agent: string, before: Narrowing, after: Narrowing): PolicyChange[] {
  const who = `Agent ${agent}`;
  // A narrowing to a restricted terminal means the fixed few by it: a list takes their place.
  const bound = before.commands ?? (before.terminal === "restricted_commands" ? RESTRICTED_COMMANDS : undefined);
  return [
    ...diffFields(at, who, before, after),
    ...changeOfSet([...at, "commands"], before.commands, after.commands, () => ({
      widening: bound !== undefined && !(after.commands && isSubset(after.commands, bound)),
      sentence: `${who} starts ${after.commands ? `at most ${listed(after.commands)}` : "what its level does"} ${instead(before.commands)}.`,
    })),
  ];
}

/** What levels and narrowings have alike. Where a side says nothing about a field, as narrowings may, it bounds nothing. */
function diffFields(
  at: PolicyPath,
  who: string,
  before: Narrowing | AccessGrant,
  after: Narrowing | AccessGrant,
): PolicyChange[] {
  return [
    ...ORDERED_FIELDS.flatMap((field) => {
      const [was, is] = [before[field], after[field]];
      return changeOf([...at, field], was, is, () => ({
        widening: was !== undefined && (is === undefined || rankOf(field, is) > rankOf(field, was)),
        sentence: `${who}: ${field} is ${is ?? "not narrowed"} ${instead(was)}.`,
      }));
    }),
    ...changeOf([...at, "deployment"], before.deployment, after.deployment, () => ({
      widening: before.deployment === false,
      sentence: `${who} deploys ${after.deployment === false ? "only with a person" : "as the other rules say"}.`,
    })),
    ...changeOfSet([...at, "requires_approval"], before.requires_approval, after.requires_approval, () => ({
      widening: !isSubset(before.requires_approval ?? [], after.requires_approval ?? []),
      sentence: `${who} takes a person for ${listed(after.requires_approval)} ${instead(before.requires_approval)}.`,
    })),
  ];
}
