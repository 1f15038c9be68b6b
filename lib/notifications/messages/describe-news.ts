import type { DueDelivery } from "../due-delivery.ts";

type Told = Pick<DueDelivery, "news" | "subjectKind" | "facts">;

/** One sentence, in our own words: whatever a tool or an agent wrote has no place in it but for their plain names. */
export function describeNews({ news, subjectKind, facts }: Told): string {
  const what = describeSubject(subjectKind, facts);
  switch (news) {
    case "approval_required":
      return `${what} ${facts.required === 2 ? "waits for two people" : "waits for a decision"}`;
    case "escalated":
      return `${what} still waits, and its time runs out`;
    case "decided":
      return `${what} ${(facts.count ?? 1) > 1 ? "were" : "was"} ${facts.decision ?? "decided"}`;
    case "expired":
      return `Nobody decided in time: ${lowerFirst(what)}`;
    case "unknown":
      return `${what} was lost, and nobody knows whether it took effect`;
    case "test":
      return "A test: this channel works";
  }
}

function describeSubject(kind: Told["subjectKind"], { tool, agent, count = 1 }: Told["facts"]): string {
  const by = agent ? ` by ${agent}` : "";
  switch (kind) {
    case "tool_version":
      return `A version of the tool ${tool ?? "?"}`;
    case "policy_version":
      return "A version of the policy";
    case "trust_change":
      return `A change of trust${agent ? ` in ${agent}` : ""}`;
    case "team_run":
      return `A team run${by}`;
    case "action":
      return `An action${by}`;
    default:
      return count > 1 ? `${count} calls${tool ? ` of ${tool}` : ""}${by}` : `A call of ${tool ?? "a tool"}${by}`;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The facts below the sentence, as they are: a label and a value each. */
export function listFacts({ news, facts }: Pick<Told, "news" | "facts">): readonly (readonly [string, string])[] {
  const waits = news === "approval_required" || news === "escalated";
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["Tool", facts.tool],
    ["Agent", facts.agent],
    ["Tier", facts.tier],
    ["People needed", waits && facts.required !== undefined ? String(facts.required) : undefined],
    ["Asked", facts.askedAt],
    ["Ends", waits ? facts.endsAt : undefined],
  ];
  return lines.filter((line): line is readonly [string, string] => line[1] !== undefined);
}
