import fc from "fast-check";
import { expect, test } from "vitest";
import { openEndQueue } from "./end-queue.ts";
import { inMillionths, openSpendingWindow, type Spending } from "./spending-window.ts";

const costs = fc.integer({ min: 0, max: 300 }).map((hundredths) => hundredths / 100);

test("a running sum is what adding up anew would be, to the last cent, also when costs become known later", () => {
  const step = fc.record({ after: fc.integer({ min: 0, max: 40 }), cost: costs, known: costs, isAsked: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const window = openSpendingWindow(100);
      const all: Spending[] = [];
      let now = 0;
      for (const { after, cost, known, isAsked } of steps) {
        now += after;
        const spending = { at: now, calls: 1, cost: inMillionths(cost) };
        all.push(spending);
        window.add(spending);
        const earlier = all[Math.floor(all.length / 2)] ?? spending;
        window.adjust(earlier, earlier.calls, inMillionths(known));
        earlier.cost = inMillionths(known);
        if (!isAsked) continue;
        const inside = all.filter(({ at }) => at > now - 100);
        const sum = inside.reduce((total, one) => total + one.cost, 0) / 1e6;
        expect(window.spentAt(now)).toEqual({ calls: inside.length, cost: sum });
      }
    }),
  );
});

test("ends are handed out in the order of time, each once, and none before its time", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 50 }), (times, now) => {
      const queue = openEndQueue();
      const seen: number[] = [];
      for (const at of times) queue.add(at, () => seen.push(at));
      queue.advanceTo(now);
      const due = times.filter((at) => at <= now).sort((one, other) => one - other);
      expect(seen).toEqual(due);
      queue.advanceTo(50);
      expect(seen).toEqual(times.toSorted((one, other) => one - other));
    }),
  );
});
