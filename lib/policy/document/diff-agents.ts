import { diffNarrowing } from "./diff-grants.ts";
import { changeOf, changeOfSet, instead, isSubset, listed, namesOf, own } from "./diff-parts.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { AgentPolicy, PolicyDocument } from "./policy-document.ts";

type Agents = PolicyDocument["agents"];

/** An agent without an entry is one whose entry says nothing. */
const NO_ENTRY: AgentPolicy = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };

export function diffAgents(before: Agents, after: Agents): PolicyChange[] {
  return namesOf(before, after).flatMap((name) =>
    diffAgent(name, own(before, name) ?? NO_ENTRY, own(after, name) ?? NO_ENTRY),
  );
}

function diffAgent(name: string, before: AgentPolicy, after: AgentPolicy): PolicyChange[] {
  const at = (field: string) => ["agents", name, field];
  const agent = `Agent ${name}`;
  return [
    ...changeOfSet(at("profiles"), before.profiles, after.profiles, () => ({
      widening: !isSubset(before.profiles, after.profiles),
      sentence: `${agent} has the profiles ${listed(after.profiles)} ${instead(before.profiles)}.`,
    })),
    ...changeOf(at("custom_level"), before.custom_level, after.custom_level, () => ({
      widening: true,
      sentence: `${agent} acts at the level ${after.custom_level ?? "that was declared for it"} ${instead(before.custom_level)}.`,
    })),
    ...diffNarrowing(at("narrow"), name, before.narrow ?? {}, after.narrow ?? {}),
    ...changeOfSet(at("allow"), before.allow, after.allow, () => ({
      widening: !isSubset(after.allow, before.allow),
      sentence: `${agent} may use ${listed(after.allow)} whatever the category, ${instead(before.allow)}.`,
    })),
    ...changeOfSet(at("deny"), before.deny, after.deny, () => ({
      widening: !isSubset(before.deny, after.deny),
      sentence: `${agent} is denied ${listed(after.deny)} ${instead(before.deny)}.`,
    })),
    ...changeOf(at("trust"), before.trust, after.trust, () => ({
      widening: true,
      sentence: after.trust
        ? `${agent} earns trust of its own: ${after.trust.strategy} ${instead(before.trust?.strategy)}.`
        : `${agent} earns trust as all do, and no longer by ${before.trust?.strategy ?? "its own rules"}.`,
    })),
    ...changeOf(at("enforce_tool_policies"), before.enforce_tool_policies, after.enforce_tool_policies, () => ({
      widening: before.enforce_tool_policies,
      sentence: after.enforce_tool_policies
        ? `The path and host gate refuses calls of agent ${name} again.`
        : `The path and host gate only reports on calls of agent ${name}; the sandbox is as tight as ever.`,
    })),
  ];
}
