import { expect, test } from "vitest";
import { type Arrow, type TrailEntry, walkTrail } from "./trail.ts";

const ARROWS: Arrow[] = [
  { from: "pending", to: "running", whenClaimed: null },
  { from: "pending", to: "rejected", whenClaimed: null },
  { from: "pending", to: "cancelled", whenClaimed: null },
  { from: "running", to: "cancelled", whenClaimed: null },
  { from: "running", to: "completed", whenClaimed: true },
  { from: "running", to: "expired", whenClaimed: false },
  { from: "running", to: "pending", whenClaimed: false },
];
const entry = (verb: string, body: TrailEntry["body"] = {}): TrailEntry => ({ action: `invocation.${verb}`, body });
const asked = entry("asked", { status: "pending" });
const released = entry("approved", { released: true, revision: 1 });
const walk = (...entries: TrailEntry[]) => walkTrail(entries, ARROWS);

test("a whole life is legal, and its end is read off it", () => {
  const vote = entry("approved", { released: false, revision: 1 });
  expect(
    walk(asked, vote, released, entry("claimed", { fence: 1 }), entry("late_completion"), entry("completed")),
  ).toEqual({
    legal: true,
    life: {
      ...{ status: "completed", revision: 1, fence: 1, releases: 1 },
      ...{ isReleased: true, wasBornRunning: false, isTakenBack: false },
    },
  });
  const returned = entry("returned", { revision: 2 });
  const again = entry("approved", { released: true, revision: 2 });
  expect(walk(asked, released, returned, again)).toMatchObject({ life: { status: "running", releases: 2 } });
  const edited = entry("edited", { revision: 2 });
  expect(walk(asked, vote, entry("taken_back"))).toMatchObject({
    life: { status: "rejected", releases: 0, isTakenBack: true },
  });
  expect(walk(asked, edited)).toMatchObject({ life: { status: "pending", revision: 2, isReleased: false } });
  expect(walk(asked, edited, again)).toMatchObject({ life: { status: "running", isReleased: true } });
});

test("asking a worker to stop ends nothing, giving up a call that nobody holds does", () => {
  const held = [
    asked,
    released,
    entry("claimed", { fence: 1 }),
    entry("cancel_asked", { was: "running", claimed: true }),
  ];
  expect(walk(...held)).toMatchObject({ life: { status: "running" } });
  expect(walk(asked, entry("cancel_asked", { was: "pending", claimed: false }))).toMatchObject({
    life: { status: "cancelled" },
  });
});

test.each<[string, TrailEntry[]]>([
  ["two outcomes", [asked, entry("rejected"), released]],
  ["a yes taken back that had released it", [asked, released, entry("taken_back")]],
  ["the same outcome twice", [asked, entry("rejected"), entry("rejected")]],
  ["a release after the asker gave up", [asked, entry("cancel_asked", { was: "pending", claimed: false }), released]],
  [
    "giving up a call that was decided by then",
    [asked, released, entry("cancel_asked", { was: "pending", claimed: false })],
  ],
  ["a result of a call that nobody took", [asked, released, entry("completed")]],
  [
    "an execution expiry of a call that a worker holds",
    [asked, released, entry("claimed", { fence: 1 }), entry("expired")],
  ],
  ["two claims with one fence", [asked, released, entry("claimed", { fence: 1 }), entry("claimed", { fence: 1 })]],
  ["a claim before the release", [asked, entry("claimed", { fence: 1 })]],
  ["a vote on another revision", [asked, entry("approved", { released: true, revision: 2 })]],
  ["an edit of what was released", [asked, released, entry("edited", { revision: 2 })]],
  ["a vote on what was edited since", [asked, entry("edited", { revision: 2 }), released]],
  ["a resolution of what is known", [asked, entry("resolved", { outcome: "failed" })]],
  ["a second beginning", [asked, asked]],
  ["an end without a beginning", [entry("rejected")]],
  ["a step that nobody knows", [asked, entry("mended")]],
  ["nothing at all", []],
])("is not legal: %s", (_, entries) => {
  expect(walk(...entries)).toMatchObject({ legal: false });
});
