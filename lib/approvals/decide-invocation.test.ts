import { expect, it } from "vitest";
import { withUndoTime } from "./decide-invocation.ts";

it("gives the time to take a release back as a time from now, so that no page's clock matters", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const released = { id: "x", status: "running", undoUntil: "2026-01-01T00:00:05Z" } as const;
  expect(withUndoTime(released, now)).toMatchObject({ undoMs: 5_000 });
  expect(withUndoTime(released, now + 9_000)).toMatchObject({ undoMs: 0 });
  expect(withUndoTime({ id: "x", status: "pending", undoUntil: null }, now)).not.toHaveProperty("undoMs");
});
