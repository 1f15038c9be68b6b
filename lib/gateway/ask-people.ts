import type { Sql } from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { attempt } from "#lib/errors/attempt.ts";
import type { ErrorCode } from "#lib/errors/codes.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { canonicalJson, NotCanonical } from "#lib/registry/canonical-json.ts";
import type { ActionRequest, TeamRunRequest } from "./requests.ts";

/** What an agent may know of its own team run: the answer and its reason, never who gave it. */
export interface TeamRunView {
  readonly id: string;
  readonly name: string;
  readonly status: "pending" | "approved" | "rejected" | "expired";
  readonly reason?: string;
  readonly requiredApprovals: number;
  readonly askedAt: string;
  readonly decidedAt?: string;
  readonly replayed?: boolean;
}

/** The same of an action. */
export interface ActionView {
  readonly id: string;
  readonly actionType: string;
  readonly status: "denied" | "pending" | "approved" | "rejected" | "expired";
  readonly reason?: string;
  readonly errorCode?: ErrorCode;
  readonly requiredApprovals: number;
  readonly askedAt: string;
  readonly decidedAt?: string;
  readonly expiresAt?: string;
  readonly replayed?: boolean;
}

/** Whether people have yet to answer. */
export function isPending({ status }: TeamRunView | ActionView): boolean {
  return status === "pending";
}

export async function askTeamRun(sql: Sql, key: string, request: TeamRunRequest): Promise<Outcome<TeamRunView>> {
  const { name, plan, people = 1, idempotencyKey } = request;
  const text = canonical(plan);
  if (!text.ok) return text;
  return one(
    sql,
    () => sql`
    select agents.fn_ask_team_run(${key}, ${name}, ${text.value}, ${people}, ${idempotencyKey ?? null}) as view`,
  );
}

export function readTeamRun(sql: Sql, key: string, id: string): Promise<Outcome<TeamRunView>> {
  return one(undefined, () => sql`select agents.fn_team_run_status(${key}, ${id}) as view`);
}

export async function askAction(sql: Sql, key: string, request: ActionRequest): Promise<Outcome<ActionView>> {
  const { actionType, payload, idempotencyKey, justification, sessionId, taskId } = request;
  const text = canonical(payload);
  if (!text.ok) return text;
  return one(
    sql,
    () => sql`
    select agents.fn_ask_action(${key}, ${actionType}, ${text.value}, ${idempotencyKey ?? null}, ${justification ?? null},
      ${sessionId ?? null}, ${taskId ?? null}) as view`,
  );
}

export function readAction(sql: Sql, key: string, id: string): Promise<Outcome<ActionView>> {
  return one(undefined, () => sql`select agents.fn_action_status(${key}, ${id}) as view`);
}

/** `told`: whose listeners hear of it afterwards. */
async function one<T>(told: Sql | undefined, act: () => Promise<readonly unknown[]>): Promise<Outcome<T>> {
  const found = await attempt(act);
  if (!found.ok) return found;
  if (told) sendHint(told, "airlock_events");
  const [row] = found.value as readonly { readonly view: T }[];
  return row ? done(row.view) : refuse("not_found");
}

function canonical(value: unknown): Outcome<string> {
  try {
    return done(canonicalJson(value));
  } catch (error) {
    if (error instanceof NotCanonical)
      return refuse("malformed_request", `It cannot be written in one way: ${error.message}`);
    throw error;
  }
}
