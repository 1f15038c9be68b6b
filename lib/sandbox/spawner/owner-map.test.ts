import { expect, test } from "vitest";
import { NOBODYS_ID } from "../nobodys-id.ts";
import { ownerMap } from "./owner-map.ts";
import { derivedUser, passingUser } from "./workspace-owner.ts";

test("every id inside stands for exactly one outside, and every one outside but nobody has a place", () => {
  const user = derivedUser("/srv/airlock/workspaces/a1");
  const extents = ownerMap(user)
    .split("\n")
    .map((line) => line.split(" ").map(Number) as [number, number, number]);
  for (const side of [0, 1] as const) {
    const sorted = [...extents].sort((a, b) => a[side] - b[side]);
    let next = 0;
    for (const extent of sorted) {
      expect(extent[side]).toBe(next);
      next += extent[2];
    }
    expect(next).toBe(NOBODYS_ID);
  }
  expect(extents).toContainEqual([1000, user, 1]);
});

test("a workspace's user is always the same, and differs from another's and from those of passing calls", () => {
  expect(derivedUser("/w/a")).toBe(derivedUser("/w/a"));
  expect(derivedUser("/w/a")).not.toBe(derivedUser("/w/b"));
  expect(passingUser()).not.toBe(passingUser());
  for (const user of [derivedUser("/w/a"), passingUser()]) expect(user).toBeGreaterThanOrEqual(0x70000000);
  expect(passingUser()).toBeLessThan(0x7fffffff);
});
