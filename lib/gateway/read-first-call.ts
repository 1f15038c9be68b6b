import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, type Refusal } from "#lib/errors/outcome.ts";
import { canonicalJson, NotCanonical } from "#lib/registry/canonical-json.ts";
import type { AgentView } from "./agent-view.ts";
import type { AskRequest } from "./requests.ts";

/**
 * What an ask that is refused is answered with: the call that its idempotency key stands for, where there is one, and otherwise the refusal.
 * Whoever lost the answer and asks again must not take a call that ran, or still waits, for one that never was.
 */
export async function firstCallOr(
  sql: Sql,
  key: string,
  { idempotencyKey, tool, input }: AskRequest,
  refusal: Refusal,
): Promise<Outcome<AgentView>> {
  const text = idempotencyKey === undefined ? undefined : written(input);
  if (idempotencyKey === undefined || text === undefined) return refusal;
  const found = await attempt(
    () => sql<{ view: AgentView | null }[]>`
      select agents.fn_first_invocation(${key}, ${idempotencyKey}, ${tool}, ${text}) as view`,
  );
  if (!found.ok) return found.code === "idempotency_conflict" ? found : refusal;
  const view = found.value[0]?.view;
  return view ? done(view) : refusal;
}

/** What cannot be written down was never asked for. */
function written(input: unknown): string | undefined {
  try {
    return canonicalJson(input);
  } catch (error) {
    if (error instanceof NotCanonical) return undefined;
    throw error;
  }
}
