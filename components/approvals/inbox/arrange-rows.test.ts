import { describe, expect, it } from "vitest";
import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";
import { showAll, takeReading } from "./arrange-rows.ts";

function item(id: string, revision = 1): PendingItem {
  return {
    id,
    tier: "medium",
    tool: "write_file",
    toolVersion: 1,
    effect: id,
    agentId: "a",
    agent: "scribe",
    accessLevel: "standard",
    revision,
    askedAt: "2026-01-01T00:00:00Z",
    expiresAt: "2026-01-01T01:00:00Z",
    required: 1,
    voted: false,
    votes: null,
    flagged: false,
  };
}

describe("the shown list", () => {
  it("keeps every row in its place when graver calls arrive", () => {
    const shown = takeReading(showAll([item("b"), item("c")]), [item("a"), item("b"), item("c"), item("d")]);
    expect(shown.order).toEqual(["b", "c"]);
    expect(shown.waiting).toEqual(["a", "d"]);
  });

  it("keeps the place of a call that somebody else decided, and marks it", () => {
    const shown = takeReading(showAll([item("a"), item("b"), item("c")]), [item("a"), item("c")]);
    expect(shown.order).toEqual(["a", "b", "c"]);
    expect([...shown.gone]).toEqual(["b"]);
    expect(shown.known.b?.effect).toBe("b");
  });

  it("brings a row up to date without moving it", () => {
    const shown = takeReading(showAll([item("a"), item("b")]), [item("b", 2), item("a")]);
    expect(shown.order).toEqual(["a", "b"]);
    expect(shown.known.b?.revision).toBe(2);
  });

  it("fills an empty screen at once, because nothing can move there", () => {
    expect(takeReading(showAll([]), [item("a")]).order).toEqual(["a"]);
  });

  it("takes a call back that had gone and came again", () => {
    const without = takeReading(showAll([item("a"), item("b")]), [item("a")]);
    expect([...takeReading(without, [item("a"), item("b")]).gone]).toEqual([]);
  });
});
