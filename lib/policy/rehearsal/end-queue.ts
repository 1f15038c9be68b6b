/** What happens to calls after they were asked, handed out in the order of time: a binary heap, for ends come in any order. */
export interface EndQueue {
  add(at: number, apply: () => void): void;
  /** Applies all that happened up to this moment. */
  advanceTo(now: number): void;
}

interface End {
  readonly at: number;
  readonly apply: () => void;
}

export function openEndQueue(): EndQueue {
  const heap: End[] = [];
  const atOf = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY;

  function swap(one: number, other: number): void {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  }

  function rise(index: number): void {
    const parent = (index - 1) >> 1;
    if (index === 0 || atOf(parent) <= atOf(index)) return;
    swap(index, parent);
    rise(parent);
  }

  function sink(index: number): void {
    const left = 2 * index + 1;
    const smaller = atOf(left + 1) < atOf(left) ? left + 1 : left;
    if (atOf(smaller) >= atOf(index)) return;
    swap(index, smaller);
    sink(smaller);
  }

  function takeFirst(): End | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0 && last) {
      heap[0] = last;
      sink(0);
    }
    return first;
  }

  return {
    add(at, apply) {
      heap.push({ at, apply });
      rise(heap.length - 1);
    },
    advanceTo(now) {
      while (atOf(0) <= now) takeFirst()?.apply();
    },
  };
}
