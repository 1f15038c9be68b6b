import type postgres from "postgres";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { retryBusy } from "#lib/errors/retry-busy.ts";
import type { InputProblem } from "#lib/registry/trial/check-under.ts";
import { type CheckedEdit, checkEdit } from "./check-edit.ts";

/** What policy says of a changed input, for the person who changed it. */
export interface EditVerdict {
  readonly effect: string;
  /** How many other people it would take; null when it would be denied. */
  readonly people: number | null;
  /** Why, in sentences: what holds it, or what denies it. */
  readonly why: readonly string[];
  readonly problems: readonly InputProblem[];
}

export interface Edited extends EditVerdict {
  readonly id: string;
  readonly revision: number;
  readonly people: number;
}

/** What would become of the edit; nothing is written. */
export async function previewEdit(
  sql: postgres.Sql,
  token: string,
  seen: Decision,
  input: string,
): Promise<Outcome<EditVerdict>> {
  const checked = await checkEdit(sql, token, seen, input);
  return checked.ok ? done(verdictOf(checked.value)) : checked;
}

/**
 * Gives a waiting call another input, of the same tool, as a new revision. What policy would deny is refused with its reasons and the
 * call waits as it was; the database judges again for itself.
 */
export async function editInvocation(
  sql: postgres.Sql,
  token: string,
  seen: Decision,
  input: string,
  reason: string,
): Promise<Outcome<Edited>> {
  const checked = await checkEdit(sql, token, seen, input);
  if (!checked.ok) return checked;
  const verdict = verdictOf(checked.value);
  if (verdict.people === null) {
    return refuse("edit_refused", `This input would be denied: ${verdict.why.join(" ")}`, {
      errors: verdict.problems,
    });
  }
  const { checks, effect, targets } = checked.value;
  const [row] = await retryBusy(
    () => sql<{ edited: { id: string; revision: number; requiredApprovals: number } }[]>`
      select agents.fn_edit_tool_invocation(${token}, ${seen.id}, ${seen.revision}, ${seen.digest}, ${checked.value.input},
        ${JSON.stringify(checks)}::text::jsonb, ${effect}, ${reason},
        ${targets.length === 0 ? null : JSON.stringify(targets)}::text::jsonb) as edited`,
  );
  if (!row) throw new Error("The database gave no answer to an edit.");
  const { id, revision, requiredApprovals } = row.edited;
  return done({ ...verdict, id, revision, people: requiredApprovals });
}

function verdictOf({ effect, lines, verdict, problems }: CheckedEdit): EditVerdict {
  const telling = verdict.kind === "deny" ? "deny" : "hold";
  const why = lines.filter(({ concluded }) => concluded === telling).map(({ sentence }) => sentence);
  return { effect, people: verdict.kind === "hold" ? verdict.people : null, why: [...new Set(why)], problems };
}
