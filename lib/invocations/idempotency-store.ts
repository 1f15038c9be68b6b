import type { Sql } from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

/** How a call ended, as its agent was told. */
export interface RecordedResult {
  readonly id: string;
  readonly status: InvocationState;
  readonly output: unknown;
  readonly findings: readonly Finding[];
  readonly errorCode: string | null;
  readonly reason: string | null;
  readonly completedAt: string;
  readonly executionTimeMs: number | null;
}

/**
 * What is known of an effect by its key. A call keeps one key for life: every retry after a lost worker and every replay
 * has it, and `execute` receives what is made of it (effect-key.ts) as `context.idempotencyKey`. Asked again with that key, the recorded result is the
 * answer and nothing runs.
 */
export interface IdempotencyStore {
  /** Nothing while the call is unknown or has not ended. */
  recall(agentId: string, key: string): Promise<RecordedResult | undefined>;
}

/** A call without a key of its own goes by its id. */
export class PostgresIdempotencyStore implements IdempotencyStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async recall(agentId: string, key: string): Promise<RecordedResult | undefined> {
    const [row] = plainRows(
      await this.#sql<RecordedResult[]>`
        select i.id, i.status, o.cleaned as output, coalesce(o.findings, '[]') as findings, i.error_code as "errorCode",
          i.approval_reason as reason, i.completed_at as "completedAt", (r.usage -> 'wallMs')::float8 as "executionTimeMs"
        from agents.tool_invocations i
        left join agents.invocation_outputs o on o.invocation_id = i.id
        left join agents.invocation_runs r on r.invocation_id = i.id and r.fence = i.fence
        where i.agent_id = ${agentId} and i.status in ('completed', 'failed') and i.id = coalesce(
          (select k.id from agents.tool_invocations k where k.agent_id = ${agentId} and k.idempotency_key = ${key}),
          ${isUuid(key) ? key : null}::uuid)
          and coalesce(i.idempotency_key, ${key}) = ${key}`,
    );
    return row;
  }
}
