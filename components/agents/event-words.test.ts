import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "#lib/gateway/event.ts";
import { eventWords } from "./event-words.ts";

describe("an event in words", () => {
  it.each([
    [
      "tool_invocation_approval_required",
      { tier: "dual", tool: "git_push", revision: 1, requiredApprovals: 2 },
      "Held for two people",
    ],
    ["tool_invocation_approval_required", { requiredApprovals: 1, revision: 3 }, "Held for one person, as revision 3"],
    ["tool_invocation_decided", { decision: "approved", revision: 1 }, "People approved it"],
    ["tool_invocation_completed", { findings: 0 }, "Completed"],
    ["tool_invocation_completed", { findings: 3 }, "Completed; the cleaner found 3 things"],
    [
      "tool_invocation_completed",
      { resolvedBy: "person", reason: "The file is there." },
      "A person found out that it took effect: The file is there.",
    ],
    [
      "tool_invocation_failed",
      { findings: 1, errorCode: "tool_failed" },
      "Failed with tool_failed; the cleaner found one thing",
    ],
    [
      "tool_invocation_denied",
      { name: "http_fetch", reason: "Not on the list.", toolPolicyRisk: "medium" },
      "Refused: Not on the list.",
    ],
    ["tool_invocation_expired", { expiryKind: "approval" }, "Expired: nobody decided in time"],
    ["tool_invocation_expired", { expiryKind: "execution" }, "Expired: no dispatcher took it in time"],
    ["tool_invocation_cancelled", { by: "asker" }, "The agent took it back"],
    [
      "agent_trust_changed",
      { category: "version_control", from: "sandboxed", to: "restricted" },
      "Its trust in git went from sandboxed to restricted",
    ],
    ["agent_trust_changed", { category: "all", from: null, to: "standard" }, "Its trust begins at standard"],
    [
      "review_decided",
      { kind: "action", decision: "denied", reason: "No deployment here." },
      "An action was denied: No deployment here.",
    ],
  ] as const)("%s with %j is %j", (type, data, words) => {
    expect(eventWords({ type, data })).toBe(words);
  });

  it("is a sentence whatever the event has with it: what an older version wrote is still read", () => {
    for (const type of EVENT_TYPES) {
      const words = eventWords({ type, data: {} });
      expect(words).toMatch(/^[A-Z]/);
      expect(words).not.toMatch(/undefined|null|NaN|\{/);
    }
  });
});
