import { median } from "../statistics.ts";

/** One way to run a program from nothing to its answer. */
export interface StartArm {
  /** Milliseconds of one call. Throws where it did not do what it should: a failure is not a fast call. */
  once(): Promise<number>;
  /** Waits, outside of what is timed, until the next call finds everything as it should be. */
  settle?(): Promise<void>;
}

/** How many calls a second one after the other would be at the median; higher is faster, as in every bench. */
export async function startsPerSecond({ once, settle }: StartArm, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  await settle?.();
  do {
    times.push(await once());
    await settle?.();
  } while (performance.now() < end);
  return 1000 / median(times);
}
