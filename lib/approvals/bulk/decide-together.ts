import type postgres from "postgres";
import { mustBeOpened } from "#lib/approvals/arguments/arguments-of.ts";
import { type Decided, type Decision, withUndoTime } from "#lib/approvals/decide-invocation.ts";
import type { ErrorCode } from "#lib/errors/codes.ts";
import { refusalFromDatabase, refusalFromState } from "#lib/errors/from-database.ts";
import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { tellPerson } from "#lib/errors/tell-refusal.ts";
import { MOST_REJECTED_TOGETHER } from "./limits.ts";
import { type FoldedDecision, withDuplicates } from "./with-duplicates.ts";

/** What became of one of several. */
export type TogetherAnswer =
  | ({ readonly ok: true } & Decided)
  | {
      readonly ok: false;
      readonly id: string;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details?: Record<string, unknown>;
    };

/** A transaction holds the log's lanes that it has written to, and agents who ask meanwhile wait no longer than a quarter of a second. */
const REJECTED_AT_ONCE = 25;

/** A yes to each of several alike, light calls, exactly as they were seen. Refused for all of them when they are not. */
export async function approveTogether(
  sql: postgres.Sql,
  token: string,
  items: readonly FoldedDecision[],
  reason: string | null,
): Promise<Outcome<TogetherAnswer[]>> {
  const all = await withDuplicates(sql, items);
  if (await hidesSomething(sql, items)) {
    return refuse("not_bulk", "One of them has a long value, which is opened on its card before it is approved.");
  }
  const [row] = await sql<{ answers: Answer[] }[]>`
    select agents.fn_approve_together(${token}, ${seen(all)}::text::jsonb, ${reason}) as answers`;
  return done((row?.answers ?? []).map(read));
}

/** A list shows one sentence of each call. What its own card would not let be approved before it was opened is not approved from there. */
async function hidesSomething(sql: postgres.Sql, items: readonly Decision[]): Promise<boolean> {
  const inputs = await sql<{ input: string }[]>`
    select n.input from unnest(${sql.array(items.map(({ id }) => id))}::uuid[], ${sql.array(items.map(({ revision }) => revision))}::int[]) seen (id, revision)
    join agents.invocation_inputs n on n.invocation_id = seen.id and n.revision = seen.revision`;
  return inputs.some(({ input }) => mustBeOpened(input));
}

/** A no to each of many, whatever they are. */
export async function rejectTogether(
  sql: postgres.Sql,
  token: string,
  items: readonly FoldedDecision[],
  reason: string,
  note: string | null,
): Promise<Outcome<TogetherAnswer[]>> {
  const all = await withDuplicates(sql, items);
  if (all.length > MOST_REJECTED_TOGETHER) {
    return refuse("invalid_input", `At most ${MOST_REJECTED_TOGETHER} calls are rejected together.`);
  }
  const answers: TogetherAnswer[] = [];
  for (let at = 0; at < all.length; at += REJECTED_AT_ONCE) {
    const some = seen(all.slice(at, at + REJECTED_AT_ONCE));
    try {
      const [row] = await sql<{ answers: Answer[] }[]>`
        select agents.fn_reject_together(${token}, ${some}::text::jsonb, ${reason}, ${note}) as answers`;
      answers.push(...(row?.answers ?? []).map(read));
    } catch (error) {
      const refusal = refusalFromDatabase(error);
      // What was rejected before it is rejected: the person is told of those, and which are left.
      if (answers.length === 0 || !refusal) throw error;
      return done([...answers, ...all.slice(at).map(({ id }) => refusedItem(refusal, id))]);
    }
  }
  return done(answers);
}

type Answer =
  | ({ readonly ok: true } & Decided)
  | {
      readonly ok: false;
      readonly id: string;
      readonly state: string;
      readonly message: string;
      readonly detail: Record<string, unknown> | null;
    };

function read(answer: Answer): TogetherAnswer {
  if (answer.ok) return withUndoTime(answer);
  const refusal = refusalFromState(answer.state, answer.message, answer.detail ?? undefined) ?? refuse("internal");
  return refusedItem(refusal, answer.id);
}

/** Each stands in a list of its own, which no door passes. */
function refusedItem(refusal: Refusal, id: string): TogetherAnswer {
  return { ...refusal, message: tellPerson(refusal), id };
}

function seen(items: readonly Decision[]): string {
  return JSON.stringify(items.map(({ id, revision, digest }) => ({ id, revision, digest })));
}
