import type { Budget, PolicyProfile, PolicyRule } from "#lib/policy/document/policy-document.ts";
import { counted } from "../policy-words.ts";

/** Whom a rule or a budget is for, in the document's words. */
export function subjectOf({ tool, action }: { tool?: string | undefined; action?: string | undefined }): {
  readonly kind: "tool" | "action" | "everything";
  readonly name: string;
} {
  if (tool !== undefined) return { kind: "tool", name: tool };
  return action === undefined ? { kind: "everything", name: "all calls" } : { kind: "action", name: action };
}

export interface RulePart {
  readonly label: string;
  readonly value: string;
}

/** What a rule narrows beside its verdict, a line each. */
export function reachParts({ hosts, read, write, limits, backends }: PolicyRule): RulePart[] {
  const lists: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["hosts", hosts],
    ["reads", read],
    ["writes", write],
    ["runs in", backends],
  ];
  return [
    ...lists.flatMap(([label, values]) => (values ? [{ label, value: values.join(", ") || "none" }] : [])),
    ...Object.entries(limits ?? {}).map(([label, value]) => ({ label: limitLabel(label), value: String(value) })),
  ];
}

/** What a rule counts. */
export function countingParts({ max_invocations: most, only_after: after, per = "session" }: PolicyRule): RulePart[] {
  return [
    ...(most === undefined ? [] : [{ label: "at most", value: `${counted(most, "call")} a ${per}` }]),
    ...(after ? [{ label: "only after", value: `${after.join(", ")} in the same ${per}` }] : []),
  ];
}

export function budgetWords({ calls, cost, per }: Budget): string {
  return [...(calls === undefined ? [] : [counted(calls, "call")]), ...(cost === undefined ? [] : [`cost ${cost}`])]
    .join(" and ")
    .concat(` in any ${per}`);
}

/** Camel case as words, so that `wallSeconds` reads as "wall seconds". */
function limitLabel(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** In a few words, for a list. */
export function profileSummary(profile: PolicyProfile): string {
  const denied = profile.rules.filter(({ deny }) => deny).length;
  const parts = [
    ...(profile.auto_approve ? [profile.auto_approve.length === 0 ? "holds everything" : "holds all but a list"] : []),
    ...(profile.human_approval.length > 0 ? [`holds ${counted(profile.human_approval.length, "action type")}`] : []),
    ...(profile.rules.length > 0 ? [counted(profile.rules.length, "rule")] : []),
    ...(denied > 0 ? [`${denied} of them ${denied === 1 ? "denies" : "deny"}`] : []),
    ...(profile.budgets.length > 0 ? [counted(profile.budgets.length, "budget")] : []),
  ];
  return parts.join(", ") || "narrows nothing";
}
