import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { JobName, Jobs } from "./jobs.ts";
import { Threads } from "./threads.ts";

/**
 * So much is read where it is asked for: handing it over would take longer than most of it takes, and the worst text of this length
 * that was found is done within a few milliseconds.
 */
export const IN_PLACE_BYTES = 512;

const THREADS = 2;
const held = globalThis as typeof globalThis & { airlockThreads?: Threads };

/** For who holds none of its own: the web processes, whose modules exist once for each bundle. */
function processThreads(): Threads {
  held.airlockThreads ??= new Threads({ size: THREADS });
  return held.airlockThreads;
}

/** Where somebody waits for the first answer: a thread takes a second to load. */
export function startThreadsAhead(): void {
  processThreads().startAhead();
}

interface Where {
  readonly bytes: number;
  readonly threads?: Threads | undefined;
}

/** Runs a job on text that somebody else chose: here if it is short, otherwise in a thread. A job that fails is a refusal. */
export async function runApart<N extends JobName, A extends Parameters<Jobs[N]>, R extends ReturnType<Jobs[N]>>(
  name: N,
  here: Jobs[N] & ((...args: A) => R),
  { bytes, threads }: Where,
  ...args: A
): Promise<Outcome<R>> {
  if (bytes > IN_PLACE_BYTES) {
    return (threads ?? processThreads()).run(name, bytes, ...args) as Promise<Outcome<R>>;
  }
  try {
    return done(here(...args));
  } catch {
    return refuse("cleaning_failed", "Reading it failed.");
  }
}
