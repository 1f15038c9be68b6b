import type { Sql } from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { OutcomeRequest } from "./requests.ts";

/** What became of a report; `counted` are the categories in which it is evidence. */
export interface TaskReport {
  readonly id: string;
  readonly task: string;
  readonly counted: readonly string[];
  readonly replayed?: boolean;
}

/** An agent says how one of its tasks ended. Its own word: the database marks it so, and nobody is promoted by it alone. */
export async function reportOutcome(
  sql: Sql,
  key: string,
  taskId: string,
  outcome: OutcomeRequest,
): Promise<Outcome<TaskReport>> {
  const reported = await attempt(
    () => sql<{ report: TaskReport }[]>`
      select agents.fn_report_task_outcome(${key}, ${taskId}, ${JSON.stringify(outcome)}::text::jsonb) as report`,
  );
  if (!reported.ok) return reported;
  sendHint(sql, "airlock_events");
  const report = reported.value[0]?.report;
  return report ? done(report) : refuse("internal");
}
