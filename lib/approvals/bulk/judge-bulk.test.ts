import { describe, expect, it } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { judgeApprovals, judgeRejections } from "./judge-bulk.ts";

let made = 0;
function item(other: Partial<InboxItem> = {}): InboxItem {
  made += 1;
  return {
    kind: "call",
    id: `id-${made}`,
    approvalId: `approval-${made}`,
    revision: 1,
    digest: `digest-${made}`,
    tier: "medium",
    effect: "Writes a file.",
    tool: "write_file",
    toolVersion: 1,
    agentId: "scribe",
    agent: "scribe",
    accessLevel: "standard",
    actsAt: "standard",
    askedAt: "2026-01-01T00:00:00Z",
    expiresAt: "2026-01-01T00:30:00Z",
    required: 1,
    voted: false,
    votes: null,
    flagged: false,
    long: false,
    firstSeen: null,
    edited: false,
    folded: 0,
    claimedBy: null,
    snoozedUntil: null,
    escalation: 0,
    decided: null,
    ...other,
  };
}

describe("what can be approved together", () => {
  it("is what is alike, light and nobody noticed anything about", () => {
    const items = [item(), item({ tier: "low" })];
    expect(judgeApprovals(items)).toEqual({ included: items, excluded: [], calls: 2 });
  });

  it.each([
    ["high", item({ tier: "high" }), "tier high"],
    ["dual", item({ tier: "dual", required: 2 }), "tier dual"],
    ["for two people", item({ required: 2 }), "two people"],
    ["flagged", item({ flagged: true }), "scanner"],
    ["longer than its card shows at once", item({ long: true }), "opened"],
    ["voted on", item({ voted: true }), "voted"],
    ["no call", item({ kind: "tool_version" }), "not a call"],
    ["decided", item({ decided: { outcome: "approved", at: "", by: [] } }), "decided"],
  ])("leaves out what is %s, and says why", (_case, other, words) => {
    const light = item();
    const { included, excluded } = judgeApprovals([other, light]);
    expect(included).toEqual([light]);
    expect(excluded).toEqual([{ item: other, why: expect.stringContaining(words) }]);
  });

  it("is the tool and agent of which most were chosen", () => {
    const [one, two, stray] = [item(), item(), item({ agentId: "scout" })];
    expect(judgeApprovals([stray, one, two])).toMatchObject({
      included: [one, two],
      excluded: [{ item: stray, why: "another tool or agent than most" }],
    });
  });

  it("ends at 25 calls, with those that are folded into a card", () => {
    const [many, few, one] = [item({ folded: 20 }), item({ folded: 5 }), item()];
    expect(judgeApprovals([many, few, one])).toMatchObject({ included: [many, one], calls: 22 });
  });
});

it("rejects any call, and only calls, up to 200", () => {
  const grave = item({ tier: "dual", flagged: true, voted: true });
  const other = item({ kind: "unknown" });
  expect(judgeRejections([grave, other])).toMatchObject({ included: [grave], excluded: [{ item: other }] });
  const all = Array.from({ length: 201 }, () => item());
  expect(judgeRejections(all)).toMatchObject({ calls: 200, excluded: [{ why: "more than 200 at once" }] });
});
