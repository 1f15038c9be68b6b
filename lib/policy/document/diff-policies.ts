import { diffAgents } from "./diff-agents.ts";
import { diffClasses } from "./diff-classes.ts";
import { diffFreed } from "./diff-freed.ts";
import { diffLevels } from "./diff-grants.ts";
import { changeOf } from "./diff-parts.ts";
import { diffProfiles } from "./diff-profiles.ts";
import type { PolicyChange } from "./policy-change.ts";
import type { OutsideCheck, PolicyDocument } from "./policy-document.ts";

/**
 * Every difference between two policies, and which of them widen.
 *
 * A widening takes two people, so whatever is not provably as narrow as before is one. The database decides it for itself
 * (airlock.policy_widens), by the same definition. A change does not widen if and only if ALL of these hold:
 *
 * (a) for each safety class: `people` and `open_people` are not smaller, `voters` are a subset, `attempts` not larger,
 *     `backoff_seconds` not smaller, `audit` does not go from rules to digest, `cleaning` lets no more through (class-cleaning.ts);
 * (b) the people of each egress class are not fewer;
 * (c) every level of before is in after with each field not wider: file_system, network, git, terminal and code_execution by their
 *     order; deployment not false → true; requires_approval a superset, as a set of words; commands absent in both, or in both and a
 *     subset. The description does not count, and neither does a new level;
 * (d) every profile of before is in after, and in it: each rule of before (told by its subject) is in after with hosts, read, write,
 *     limits and backends each equal as JSON, deny kept, people not smaller (deny in after covers people), max_invocations there if
 *     it was and not larger, only_after a superset, per equal, until equal (absent equals absent only); auto_approve, if there
 *     before, there after and a subset; human_approval a superset; approval_minutes with each key of before, not larger; each
 *     budget of before equal as JSON to one of after. Descriptions, reasons, new rules, budgets and profiles do not count;
 * (e) for every agent of before or after (missing is the entry that says nothing): profiles a superset; custom_level equal; narrow:
 *     each field of before is in after and not wider (requires_approval a superset, commands a subset; new ones are a subset of the
 *     fixed few where terminal was restricted_commands); allow a subset; deny a superset; enforce_tool_policies not true → false;
 *     An agent none of whose profiles had an auto_approve has none after either, or one that is empty: the first list frees actions that
 *     are no tool's, which took a person without it. A further list frees nothing, for an action goes on only if every list has it;
 * (f) the checks are the same, as JSON, in whatever order: one that is gone no longer refuses, and a new one is sent what agents ask for;
 * (g) the trust sections, everybody's and each agent's, are the same: what an agent would earn by another is not known beforehand.
 *
 * An unchanged value never counts, nor does the order of a list that is a set.
 */
export function diffPolicies(before: PolicyDocument, after: PolicyDocument): PolicyChange[] {
  return [
    ...diffClasses(before.classes, after.classes),
    ...diffLevels(before.tool_access.levels, after.tool_access.levels),
    ...diffProfiles(before.profiles, after.profiles),
    ...diffAgents(before.agents, after.agents),
    ...diffFreed(before, after),
    ...diffChecks(before.checks, after.checks),
    ...changeOf(["trust"], before.trust, after.trust, () => ({
      widening: true,
      sentence: after.trust
        ? before.trust?.strategy === after.trust.strategy
          ? `Agents earn trust by ${after.trust.strategy}, by other figures than before.`
          : `Agents earn trust by ${after.trust.strategy} instead of ${before.trust?.strategy ?? "nothing"}.`
        : "Agents no longer earn trust: only people move levels.",
    })),
  ];
}

function diffChecks(before: readonly OutsideCheck[], after: readonly OutsideCheck[]): PolicyChange[] {
  return [...new Set([...before, ...after].map(({ name }) => name))].flatMap((name) => {
    const was = before.filter((check) => check.name === name);
    const is = after.filter((check) => check.name === name);
    return changeOf(["checks", name], was[0], is[0], () => ({
      widening: true,
      sentence: !was[0]
        ? `The check ${name} is asked too.`
        : !is[0]
          ? `The check ${name} is no longer asked.`
          : `The check ${name} is asked in another way.`,
    }));
  });
}
