export interface Paced {
  tell(): void;
  stop(): void;
}

/**
 * Acts at once when told, then no sooner than `pauseMs` after it began and never while it is still at it. Told meanwhile, it acts once
 * more: the last word always counts, and a reading that takes longer than the pause is not cut short for ever by the next one.
 */
export function paced(act: () => Promise<unknown> | undefined, pauseMs: number): Paced {
  let beganAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let acting = false;
  let again = false;
  let stopped = false;
  const plan = () => {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => void begin(), Math.max(0, beganAt + pauseMs - Date.now()));
  };
  const begin = async () => {
    timer = undefined;
    beganAt = Date.now();
    again = false;
    acting = true;
    try {
      await act();
    } finally {
      acting = false;
      if (again) plan();
    }
  };
  return {
    tell: () => {
      if (acting) again = true;
      else plan();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
