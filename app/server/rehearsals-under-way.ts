import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** How many this process holds at a time, whoever asked: each takes a core while it lasts. */
const AT_A_TIME = 4;

export interface RehearsalTurn {
  /** Ends when the person begins another. */
  readonly signal: AbortSignal;
  finish(): void;
}

/** One rehearsal a session: whoever begins another has lost interest in the one before, which may be of a tab long closed. */
export function openRehearsalTurns(atATime = AT_A_TIME) {
  const underWay = new Map<string, AbortController>();
  return {
    begin(sessionId: string): Outcome<RehearsalTurn> {
      underWay.get(sessionId)?.abort();
      if (!underWay.has(sessionId) && underWay.size >= atATime) {
        return refuse("rate_limited", `${underWay.size} rehearsals are under way; wait until one of them is done.`);
      }
      const controller = new AbortController();
      underWay.set(sessionId, controller);
      return done({
        signal: controller.signal,
        finish: () => {
          if (underWay.get(sessionId) === controller) underWay.delete(sessionId);
        },
      });
    },
  };
}
