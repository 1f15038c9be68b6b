/** One counted call. Its cost changes once, when the real one is known; withdrawn, it counts for nothing. */
export interface Spending {
  readonly at: number;
  calls: number;
  /** In millionths, so that sums which go up and down stay exact. */
  cost: number;
}

const MILLION = 1e6;
export const inMillionths = (cost: number): number => Math.round(cost * MILLION);

/** Calls and cost of the last so many milliseconds, kept as a running sum: a busy day is not added up anew for each call. */
export interface SpendingWindow {
  add(spending: Spending): void;
  /** Changes what a call counts for, here too if it is still in the window. */
  adjust(spending: Spending, calls: number, cost: number): void;
  spentAt(now: number): { calls: number; cost: number };
}

export function openSpendingWindow(lengthMs: number): SpendingWindow {
  let queue: Spending[] = [];
  let head = 0;
  let calls = 0;
  let cost = 0;
  let emptiedTo = Number.NEGATIVE_INFINITY;

  return {
    add(spending) {
      if (spending.at <= emptiedTo) return;
      queue.push(spending);
      calls += spending.calls;
      cost += spending.cost;
    },
    adjust(spending, newCalls, newCost) {
      if (spending.at <= emptiedTo) return;
      calls += newCalls - spending.calls;
      cost += newCost - spending.cost;
    },
    spentAt(now) {
      emptiedTo = Math.max(emptiedTo, now - lengthMs);
      for (let first = queue[head]; first && first.at <= emptiedTo; first = queue[head]) {
        calls -= first.calls;
        cost -= first.cost;
        head += 1;
      }
      if (head > 1024 && head * 2 > queue.length) {
        queue = queue.slice(head);
        head = 0;
      }
      return { calls, cost: cost / MILLION };
    },
  };
}
