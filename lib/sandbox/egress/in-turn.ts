/**
 * Does a thing at most so many times at once; the others wait, and those that still wait when the call is over are never
 * done. The machine's own resolver serves everybody with a few threads, and a name whose server says nothing holds one
 * of them for many seconds: no call may fill that queue for the others.
 */
export function inTurn<Asked, Answer>(
  act: (asked: Asked) => Promise<Answer>,
  atOnce: number,
  signal: AbortSignal,
): (asked: Asked) => Promise<Answer> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  signal.addEventListener("abort", () => {
    for (const next of waiting.splice(0)) next();
  });
  return async (asked) => {
    while (underWay >= atOnce && !signal.aborted) await new Promise<void>((turn) => waiting.push(turn));
    signal.throwIfAborted();
    underWay += 1;
    try {
      return await act(asked);
    } finally {
      underWay -= 1;
      waiting.shift()?.();
    }
  };
}
