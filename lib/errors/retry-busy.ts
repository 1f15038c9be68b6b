import { setTimeout as sleep } from "node:timers/promises";

const BUSY = "55P03";
const MORE_TIMES = 3;
const LONGEST_PAUSE_MS = 50;

/**
 * Two people at one call in the same moment, or many asks of one agent: the database lets nobody wait for long, and whoever was first
 * is done within milliseconds. So it is asked again, each time after another pause.
 */
export async function retryBusy<T>(act: () => Promise<T>, pause = pauseBriefly): Promise<T> {
  for (let more = MORE_TIMES; ; more -= 1) {
    try {
      return await act();
    } catch (error) {
      if (more === 0 || (error as { code?: unknown } | null)?.code !== BUSY) throw error;
      await pause();
    }
  }
}

function pauseBriefly(): Promise<void> {
  return sleep(Math.random() * LONGEST_PAUSE_MS);
}
