import { pointerOf } from "./check-policy.ts";
import { listed, own } from "./diff-parts.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { PolicyDocument } from "./policy-document.ts";

/**
 * Agents that get their first list of what is free, by a profile that they have or that they are given. For calls such a list only holds; an
 * action that is no tool's took a person as long as there was none, and now goes on by itself where the list has it. A list that is empty
 * frees nothing, whatever stands on others.
 */
export function diffFreed(before: PolicyDocument, after: PolicyDocument): PolicyChange[] {
  return Object.keys(after.agents).flatMap((name) => {
    const lists = listsOf(after, name);
    if (listsOf(before, name).length > 0 || lists.length === 0 || lists.some((list) => list.length === 0)) return [];
    const words = [...new Set(lists.flat())];
    const sentence = `Agent ${name} goes on by itself with actions that are no tool's, if they are among ${listed(words)}: they took a person.`;
    return [{ path: pointerOf(["agents", name, "profiles"]), after: words, widening: true, sentence }];
  });
}

function listsOf({ agents, profiles }: PolicyDocument, name: string): (readonly string[])[] {
  return (own(agents, name)?.profiles ?? []).flatMap((profile) => {
    const list = own(profiles, profile)?.auto_approve;
    return list ? [list] : [];
  });
}
