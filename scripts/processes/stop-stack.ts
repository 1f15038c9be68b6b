/**
 * What has been started and must be stopped, last first. Signals may arrive at any moment of a start: what is added after
 * stopping began is stopped at once, so that nothing is left behind by being quick.
 */
export interface StopStack {
  /** Aborted as soon as stopping is asked for: whoever is starting things gives up. */
  readonly signal: AbortSignal;
  abort(): void;
  add(stop: () => Promise<void>): Promise<void>;
  /** Stops everything once; asked again, gives the same promise. Troubles are returned, because the rest must still be stopped. */
  stopAll(): Promise<readonly Error[]>;
}

const STOPPED = new Error("Stopped.");

export function createStopStack(): StopStack {
  const aborter = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  let stopping: Promise<readonly Error[]> | undefined;

  async function run(): Promise<readonly Error[]> {
    aborter.abort(STOPPED);
    const troubles: Error[] = [];
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      await stop().catch((error: Error) => troubles.push(error));
    }
    return troubles;
  }

  return {
    signal: aborter.signal,
    abort: () => aborter.abort(STOPPED),
    async add(stop) {
      if (stopping) await stop();
      else stops.push(stop);
    },
    stopAll: () => (stopping ??= run()),
  };
}
