import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { tellPerson } from "#lib/errors/tell-refusal.ts";
import { rehearse } from "#lib/policy/rehearsal/rehearse.ts";
import type { PreparedRehearsal } from "./prepare-rehearsal.ts";
import type { RehearsalNews } from "./rehearsal-news.ts";

interface Telling {
  /** Ends it between two pages of calls. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** A failure that is nobody's refusal: for the log. */
  readonly onBug: (error: unknown) => void;
}

/** Holds a rehearsal and tells of it as it goes. What fails on the way is told too; after an abort nothing is. */
export async function tellRehearsal(
  { history, ...rehearsal }: PreparedRehearsal,
  tell: (news: RehearsalNews) => void,
  { signal, now, onBug }: Telling,
): Promise<void> {
  const start = now();
  try {
    tell({ kind: "begun", total: history.total, inForce: rehearsal.inForce.version });
    const result = await rehearse(history, { ...rehearsal, now: start }, (done) => {
      signal.throwIfAborted();
      tell({ kind: "progress", done });
    });
    signal.throwIfAborted();
    tell({ kind: "result", seconds: (now() - start) / 1000, result });
  } catch (error) {
    if (signal.aborted) return;
    const refusal = refusalFromDatabase(error);
    if (!refusal) onBug(error);
    const failure = refusal ?? refuse("internal");
    tell({ kind: "failed", code: failure.code, message: tellPerson(failure) });
  }
}
