/**
 * Does a thing at most so many times at once. The others wait in the order in which they came, and one that still waits when its
 * signal says that it is over is never done.
 */
export function inTurn<Asked, Answer>(
  act: (asked: Asked, signal: AbortSignal) => Promise<Answer>,
  atOnce: number,
): (asked: Asked, signal: AbortSignal) => Promise<Answer> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((begin, reject) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return begin();
      }
      const next = (): void => {
        signal.removeEventListener("abort", giveUp);
        begin();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(next), 1);
        reject(signal.reason);
      };
      waiting.push(next);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  /** A place is handed on and not given back first: whoever came later would be quicker to take it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (asked, signal) => {
    await turn(signal);
    try {
      signal.throwIfAborted();
      return await act(asked, signal);
    } finally {
      leave();
    }
  };
}
