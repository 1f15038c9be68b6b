import { describe, expect, it } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { type Reading, showAll, takeReading } from "./arrange-rows.ts";
import { compareItems } from "./compare-items.ts";

function item(id: string, changes: Partial<InboxItem> = {}): InboxItem {
  return {
    kind: "call",
    id,
    approvalId: id,
    tier: "medium",
    tool: "write_file",
    toolVersion: 1,
    effect: id,
    agentId: "a",
    agent: "scribe",
    accessLevel: "standard",
    actsAt: "standard",
    revision: 1,
    digest: id,
    askedAt: "2026-01-01T00:00:00Z",
    expiresAt: "2026-01-01T01:00:00Z",
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
    ...changes,
  };
}

const page = (ids: string): InboxItem[] => [...ids].map((id) => item(id));
const reading = (...pages: string[]): Reading => ({ of: "", pages: pages.map(page), more: false });
const partOf = (...pages: string[]): Reading => ({ ...reading(...pages), more: true });
const shownOf = (...pages: string[]) => showAll(reading(...pages));

describe("the shown list", () => {
  it("keeps every row in its place when other calls arrive", () => {
    const shown = takeReading(shownOf("bc"), reading("abcd"));
    expect(shown.order).toEqual(["b", "c"]);
    expect(shown.waiting).toEqual(["a", "d"]);
  });

  it("keeps the place of a call that somebody else decided, and marks it", () => {
    const shown = takeReading(shownOf("abc"), reading("ac"));
    expect(shown.order).toEqual(["a", "b", "c"]);
    expect([...shown.gone]).toEqual(["b"]);
    expect(shown.known.b?.effect).toBe("b");
  });

  it("brings a row up to date without moving it", () => {
    const shown = takeReading(shownOf("ab"), {
      of: "",
      pages: [[item("b", { revision: 2, tier: "dual" }), item("a")]],
      more: false,
    });
    expect(shown.order).toEqual(["a", "b"]);
    expect(shown.known.b?.revision).toBe(2);
  });

  it("fills an empty screen at once, because nothing can move there", () => {
    expect(takeReading(shownOf(), reading("a")).order).toEqual(["a"]);
  });

  it("takes a call back that had gone and came again", () => {
    const without = takeReading(shownOf("ab"), reading("a"));
    expect([...takeReading(without, reading("ab")).gone]).toEqual([]);
  });

  it("begins anew with another list", () => {
    expect(takeReading(shownOf("ab"), { ...reading("c"), of: "tier=high" })).toMatchObject({
      order: ["c"],
      waiting: [],
    });
  });

  it("puts the next page behind what is shown", () => {
    const shown = takeReading(showAll(partOf("ab")), partOf("ab", "cd"));
    expect(shown.order).toEqual(["a", "b", "c", "d"]);
    expect(shown.waiting).toEqual([]);
  });

  it("does not call a row gone that arrivals pushed behind the end of what was read", () => {
    const shown = takeReading(showAll(partOf("bd")), partOf("ab"));
    expect([...shown.gone]).toEqual([]);
    expect(shown.uncertain).toBe(true);
    const certain = takeReading(shown, partOf("ab", "ce"));
    expect([...certain.gone], "the next page shows that it is").toEqual(["d"]);
    expect(certain).toMatchObject({ order: ["b", "d", "e"], waiting: ["a", "c"], uncertain: false });
  });
});

describe("compareItems", () => {
  it("has unknown outcomes first, then the gravest, then what ends soonest; of the past, the newest", () => {
    const sorted = [
      item("unknown", { kind: "unknown", tier: "low", expiresAt: null }),
      item("dual", { tier: "dual" }),
      item("sooner", { expiresAt: "2026-01-01T00:30:00Z" }),
      item("later-1"),
      item("later-2"),
    ];
    expect([...sorted].reverse().sort(compareItems)).toEqual(sorted);
    const at = (time: string) => item(time, { decided: { outcome: "approved", at: time, by: [] } });
    expect([at("1"), at("2")].sort(compareItems).map(({ id }) => id)).toEqual(["2", "1"]);
  });
});
