import type postgres from "postgres";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { refusalFromState } from "#lib/errors/from-database.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export interface Pivot {
  readonly text: string;
  readonly items: readonly Decision[];
  /** Agents to stop: a reviewer freezes them, an operator throws the kill switch on each. */
  readonly freeze: readonly string[];
  /** Whether calls with this text are refused from now on, for every agent. */
  readonly deny: boolean;
  /** Sent to the agents. */
  readonly reason: string;
  readonly note: string | null;
}

export interface PivotDone {
  readonly id: string;
  readonly rejected: number;
  /** Decoys among them: caught. */
  readonly drills: number;
  /** Calls that were not rejected, each with the reason. */
  readonly left: readonly { readonly id: string; readonly message: string }[];
  readonly rules: readonly string[];
  readonly frozen: readonly string[];
  readonly stopped: readonly string[];
}

interface Answer extends Omit<PivotDone, "rejected" | "left" | "drills"> {
  readonly items: readonly { id: string; ok: boolean; status?: string; state?: string; message?: string }[];
}

/** Rejects, stops and refuses in one transaction. */
export async function pivotInjection(
  sql: postgres.Sql,
  token: string,
  { text, items, freeze, deny, reason, note }: Pivot,
): Promise<Outcome<PivotDone>> {
  const seen = JSON.stringify(items.map(({ id, revision, digest }) => ({ id, revision, digest })));
  const [row] = await sql<{ answer: Answer }[]>`
    select agents.fn_pivot_injection(${token}, ${text}, ${seen}::text::jsonb, ${[...freeze]}::uuid[], ${deny}, ${reason}, ${note}) as answer`;
  if (!row) throw new Error("The database gave no answer to a pivot.");
  const { items: answers, ...rest } = row.answer;
  const became = (word: string) => answers.filter(({ ok, status }) => ok && status === word).length;
  return done({
    ...rest,
    rejected: became("rejected"),
    drills: became("drill"),
    left: answers
      .filter(({ ok }) => !ok)
      .map(({ id, state, message }) => ({
        id,
        message: refusalFromState(state ?? "", message ?? "", undefined)?.message ?? "It was not rejected.",
      })),
  });
}
