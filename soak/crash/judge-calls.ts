/** A call of the trial, as the database and the counter tell of it in the end. */
export interface CountedCall {
  readonly ticket: string;
  readonly idempotent: boolean;
  readonly status: string;
  /** How often it was taken. */
  readonly fence: number;
  /** When each effect happened, by this machine's clock. */
  readonly effectsAt: readonly number[];
  /** Times that its key was sent again and the counter recognised it. */
  readonly repeats: number;
  /** When it was found that its last worker was lost. */
  readonly lostAt: number | null;
  /** When that worker was killed. */
  readonly killedAt: number | null;
}

export interface Judgement {
  readonly violations: string[];
  readonly figures: Record<string, number>;
}

/**
 * Idempotent: completed, with one effect; one that a person is asked about after too many losses is lost, too. Otherwise: completed with one effect, or given to a person with at most one and
 * nothing that comes after. Whatever is neither is a broken promise.
 */
export function judgeCalls(calls: readonly CountedCall[]): Judgement {
  const violations: string[] = [];
  const figures = {
    idempotentCompleted: 0,
    idempotentTakenAgain: 0,
    repeatsAbsorbed: 0,
    mostTries: 0,
    othersCompleted: 0,
    unknown: 0,
    unknownWithEffect: 0,
    effectAfterDeath: 0,
  };
  for (const call of calls) {
    const effects = call.effectsAt.length;
    const fault = (sentence: string) =>
      violations.push(`${call.idempotent ? "idempotent" : "other"} call ${call.ticket} (${call.status}): ${sentence}`);
    const isUnknown = call.status === "unknown";

    if (effects > 1) fault(`${effects} effects`);
    if (call.status === "completed" ? effects === 0 : !isUnknown) fault(`neither done nor with a person`);
    if (call.idempotent && isUnknown) fault(`lost after ${call.fence} tries`);
    if (!call.idempotent && call.fence > 1) fault(`it was run ${call.fence} times`);
    const last = Math.max(...call.effectsAt, 0);
    if (isUnknown && call.lostAt !== null && last > call.lostAt) fault("an effect after a person was asked");

    if (call.status === "completed") figures[call.idempotent ? "idempotentCompleted" : "othersCompleted"] += 1;
    if (call.idempotent && call.fence > 1) figures.idempotentTakenAgain += 1;
    figures.repeatsAbsorbed += call.repeats;
    figures.mostTries = Math.max(figures.mostTries, call.fence);
    if (isUnknown && !call.idempotent) {
      figures.unknown += 1;
      if (effects > 0) figures.unknownWithEffect += 1;
      if (call.killedAt !== null && last > call.killedAt) figures.effectAfterDeath += 1;
    }
  }
  return { violations, figures };
}
