import type { ErrorCode } from "#lib/errors/codes.ts";
import type { TraceLine, Verdict } from "../decision-trace.ts";

/** Which refusal a denying rule stands for; where several deny, the first of this list is the one that is reported. */
const CODES: readonly (readonly [rulePrefix: string, code: ErrorCode])[] = [
  ["kill.", "stopped"],
  ["agent.frozen", "agent_frozen"],
  ["contract.version", "tool_not_runnable"],
  ["contract.input", "invalid_input"],
  ["gate.path", "path_refused"],
  ["gate.host", "host_refused"],
  ["hook.", "hook_refused"],
  ["rule.", "rule_refused"],
  ["constraint.", "constraint_refused"],
  ["profile.max_invocations", "constraint_refused"],
  ["profile.only_after", "constraint_refused"],
  ["budget.", "budget_refused"],
  ["cap.open", "refused_by_cap"],
];

/** Deny beats hold beats run; the larger quorum wins. No line at all is a denial: nothing said yes. */
export function strictest(lines: readonly TraceLine[]): Verdict {
  const denials = lines.filter(({ concluded }) => concluded === "deny");
  if (denials.length > 0 || lines.length === 0) {
    const code = CODES.find(([prefix]) => denials.some(({ rule }) => rule.startsWith(prefix)))?.[1];
    return { kind: "deny", code: code ?? "access_refused" };
  }
  const people = Math.max(0, ...lines.map((line) => (line.concluded === "hold" ? (line.people ?? 1) : 0)));
  return people > 0 ? { kind: "hold", people } : { kind: "run" };
}
