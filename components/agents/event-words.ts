import { scopeWords } from "#components/trust/score-words.ts";
import type { AgentEvent } from "#lib/agents/queries/list-agent-events.ts";

type Data = AgentEvent["data"];

/** What happened, in one sentence; what was said of it follows behind a colon, in the words of whoever said it. */
export function eventWords({ type, data }: Pick<AgentEvent, "type" | "data">): string {
  return WORDS[type](data);
}

const WORDS: Readonly<Record<AgentEvent["type"], (data: Data) => string>> = {
  tool_invocation_approval_required: (data) =>
    `Held for ${data.requiredApprovals === 2 ? "two people" : "one person"}${numberOf(data, "revision") > 1 ? `, as revision ${numberOf(data, "revision")}` : ""}`,
  tool_invocation_decided: (data) => (data.decision === "approved" ? "People approved it" : "A person rejected it"),
  tool_invocation_running: () => "Released to run",
  tool_invocation_completed: (data) =>
    data.resolvedBy === "person"
      ? withReason("A person found out that it took effect", data)
      : `Completed${foundWords(data)}`,
  tool_invocation_failed: (data) => {
    if (data.resolvedBy === "person") return withReason("A person found out that it took no effect", data);
    const code = textOf(data, "errorCode");
    return `Failed${code === undefined ? "" : ` with ${code}`}${foundWords(data)}`;
  },
  tool_invocation_denied: (data) => withReason("Refused", data),
  tool_invocation_rejected: (data) => withReason("Rejected", data),
  tool_invocation_expired: (data) =>
    data.expiryKind === "execution" ? "Expired: no dispatcher took it in time" : "Expired: nobody decided in time",
  tool_invocation_cancelled: (data) => (data.by === "asker" ? "The agent took it back" : withReason("Cancelled", data)),
  tool_invocation_unknown: () => "Its dispatcher was lost: whether it took effect is not known",
  agent_trust_changed: (data) => {
    const [scope, from, to] = [textOf(data, "category"), textOf(data, "from"), textOf(data, "to")];
    const where = scope === undefined || scope === "all" ? "" : ` in ${scopeWords(scope)}`;
    if (to === undefined) return `Its trust${where} changed`;
    return from === undefined ? `Its trust${where} begins at ${to}` : `Its trust${where} went from ${from} to ${to}`;
  },
  tool_version_quarantined: (data) => withReason(`${textOf(data, "tool") ?? "A tool"} was quarantined`, data),
  review_required: (data) => `${kindOf(data)} waits for people`,
  review_decided: (data) => withReason(`${kindOf(data)} was ${textOf(data, "decision") ?? "decided"}`, data),
  approval_escalated: () => "Nobody decided in time, so others were called",
};

const KINDS: Readonly<Record<string, string>> = { team_run: "A team run", action: "An action" };

function kindOf(data: Data): string {
  return KINDS[textOf(data, "kind") ?? ""] ?? "A question";
}

function foundWords(data: Data): string {
  const found = numberOf(data, "findings");
  if (found === 0) return "";
  return found === 1 ? "; the cleaner found one thing" : `; the cleaner found ${found} things`;
}

function withReason(sentence: string, data: Data): string {
  const reason = textOf(data, "reason");
  return reason === undefined ? sentence : `${sentence}: ${reason}`;
}

function textOf(data: Data, key: string): string | undefined {
  const value = data[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(data: Data, key: string): number {
  const value = data[key];
  return typeof value === "number" ? value : 0;
}
