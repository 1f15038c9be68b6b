import { expect, it } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { NOTHING_PICKED, pickAll, pickedItems, pickRange, toggle } from "./picked.ts";

const row = (id: string, digest = id, kind: InboxItem["kind"] = "call") =>
  ({ id, digest, kind, decided: null }) as InboxItem;
const rows = [row("a"), row("b"), row("v", "v", "tool_version"), row("c")];
const all = () => true;
const idsOf = (
  picked: typeof NOTHING_PICKED,
  of: readonly InboxItem[] = rows,
  isOpen: (item: InboxItem) => boolean = all,
) => pickedItems(picked, of, isOpen).map(({ id }) => id);

it("picks and lets go of calls, and of nothing else", () => {
  const picked = toggle(toggle(NOTHING_PICKED, row("b")), row("v", "v", "tool_version"));
  expect(idsOf(picked)).toEqual(["b"]);
  expect(idsOf(toggle(picked, row("b")))).toEqual([]);
});

it("picks a range from the last one, in either direction", () => {
  expect(idsOf(pickRange(toggle(NOTHING_PICKED, row("a")), rows, row("c")))).toEqual(["a", "b", "c"]);
  expect(idsOf(pickRange(toggle(NOTHING_PICKED, row("c")), rows, row("b")))).toEqual(["b", "c"]);
  expect(idsOf(pickRange(NOTHING_PICKED, rows, row("b"))), "without a beginning, just the one").toEqual(["b"]);
});

it("picks all that is shown, and then none", () => {
  const picked = pickAll(NOTHING_PICKED, rows);
  expect(idsOf(picked)).toEqual(["a", "b", "c"]);
  expect(idsOf(pickAll(picked, rows))).toEqual([]);
});

it("drops what changed since it was picked, what has gone, and what was decided", () => {
  const picked = pickAll(NOTHING_PICKED, rows);
  expect(idsOf(picked, [row("a", "other"), row("b"), row("c")], ({ id }) => id !== "b")).toEqual(["c"]);
});
