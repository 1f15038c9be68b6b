/**
 * What agents, people, workers and the housekeeper do, each over the login that may do it and as one statement, so that a
 * race is between the statements themselves. A refusal is a value, and so is an error that no refusal explains: it counts
 * against the promise, and the trial goes on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { TestAgent, TestTool } from "#db/testing/fixtures.ts";
import type { Random } from "#db/testing/random.ts";
import type { Decided, Decision } from "#lib/approvals/decide-invocation.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

async function one<T>(act: () => Promise<readonly { answer: T }[]>): Promise<Outcome<T>> {
  try {
    const rows = await attempt(act);
    if (!rows.ok) return rows;
    const [row] = rows.value;
    return row ? done(row.answer) : refuse("internal", "The database gave no answer.");
  } catch (error) {
    return refuse("internal", `The database answered: ${(error as Error).message}.`);
  }
}

export interface Wish {
  readonly agent: TestAgent;
  readonly tool: TestTool;
  readonly input?: object;
  readonly key?: string;
}

export function ask(gateway: Sql, { agent, tool, input = {}, key }: Wish): Promise<Outcome<AgentView>> {
  return one(
    () => gateway<{ answer: AgentView }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, '[]',
        'a call of a trial', ${key ?? null}) as answer`,
  );
}

export function cancel(gateway: Sql, agent: TestAgent, id: string): Promise<Outcome<AgentView>> {
  return one(
    () => gateway<{ answer: AgentView }[]>`select agents.fn_cancel_tool_invocation(${agent.key}, ${id}) as answer`,
  );
}

/** What a page would show of a waiting call: a vote is bound to it. */
export async function shown(web: Sql, id: string): Promise<Decision> {
  const [row] = await web<Decision[]>`
    select id, revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("There is no such call.");
  return row;
}

export function approve(web: Sql, session: string, { id, revision, digest }: Decision): Promise<Outcome<Decided>> {
  return one(
    () => web<{ answer: Decided }[]>`
      select agents.fn_approve_tool_invocation(${session}, ${id}, ${revision}, ${digest}) as answer`,
  );
}

export function reject(web: Sql, session: string, { id, revision, digest }: Decision): Promise<Outcome<Decided>> {
  return one(
    () => web<{ answer: Decided }[]>`
      select agents.fn_reject_tool_invocation(${session}, ${id}, ${revision}, ${digest}, 'a trial says no') as answer`,
  );
}

/** Changes the input, so that people decide anew. Gives the revision that waits then. */
export function edit(web: Sql, session: string, { id, revision, digest }: Decision): Promise<Outcome<Decision>> {
  return one(
    () => web<{ answer: Decision }[]>`
      select jsonb_build_object('id', e ->> 'id', 'revision', e -> 'revision', 'digest', e ->> 'bindingDigest') as answer
      from agents.fn_edit_tool_invocation(${session}, ${id}, ${revision}, ${digest}, ${`{"edited":${revision}}`}, '[]',
        'an edited call of a trial', 'a trial edits') e`,
  );
}

export function throwSwitch(web: Sql, session: string, scope: string, target: string | null): Promise<Outcome<string>> {
  return one(
    () => web<{ answer: string }[]>`
      select agents.fn_throw_kill_switch(${session}, ${scope}, ${target}, 'a trial') as answer`,
  );
}

export function releaseSwitch(web: Sql, session: string, id: string): Promise<Outcome<unknown>> {
  return one(
    () =>
      web<
        { answer: unknown }[]
      >`select agents.fn_release_kill_switch(${session}, ${id}, 'the trial is over') as answer`,
  );
}

export function freeze(web: Sql, session: string, agent: TestAgent, frozen: boolean): Promise<Outcome<unknown>> {
  return one(
    () =>
      web<
        { answer: unknown }[]
      >`select agents.fn_freeze_agent(${session}, ${agent.id}, ${frozen}, 'a trial') as answer`,
  );
}

export function sweep(housekeeper: Sql): Promise<Outcome<number>> {
  return one(() => housekeeper<{ answer: number }[]>`select agents.fn_sweep() as answer`);
}

export interface Held {
  readonly id: string;
  readonly fence: number;
}

/** Longer than any trial, so that a busy machine never looks like a lost worker. */
const LEASE_SECONDS = 3600;

/** The next call that may run; what may no longer is set aside, one a transaction, on the way to it. */
export async function claim(worker: Sql, workerId: string): Promise<Outcome<Held | null>> {
  for (;;) {
    const answer = await one(
      () => worker<{ answer: Held | { setAside: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${workerId}, ${LEASE_SECONDS}) as answer`,
    );
    if (!answer.ok) return answer;
    if (answer.value === null || "id" in answer.value) return { ok: true, value: answer.value };
  }
}

export function beat(worker: Sql, workerId: string, held: Held): Promise<Outcome<{ held: boolean; stop: boolean }>> {
  return one(
    () => worker<{ answer: { held: boolean; stop: boolean } }[]>`
      select agents.fn_heartbeat(${workerId}, ${held.id}, ${held.fence}, ${LEASE_SECONDS}) as answer`,
  );
}

export interface Report {
  readonly status: "completed" | "failed" | "cancelled";
  readonly output?: string;
}

export function complete(
  worker: Sql,
  workerId: string,
  { id, fence }: Held,
  { status, output }: Report,
): Promise<Outcome<{ accepted: boolean }>> {
  const raw = output === undefined ? undefined : sealForTest(id, Buffer.from(output));
  return one(
    () => worker<{ answer: { accepted: boolean } }[]>`
      select agents.fn_complete_tool_invocation(${workerId}, ${id}, ${fence}, ${status}, ${raw?.sealed ?? null},
        ${JSON.stringify(output ?? null)}::text::jsonb, '[]', '{}', p_sealed_to => ${raw?.sealedTo ?? null},
        p_raw_digest => ${raw?.digest ?? null}) as answer`,
  );
}

/** How often somebody who is told "busy" asks again before giving up. */
const PATIENCE = 500;

/** Asks again, after a moment, for as long as the answer is that somebody else is at it. */
export async function untilAnswered<T>(random: Random, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  let answer = await act();
  for (let tries = 1; tries < PATIENCE && !answer.ok && answer.code === "busy"; tries += 1) {
    await sleep(random.integer(0, 5));
    answer = await act();
  }
  return answer;
}

/** For what a trial only arranges: a refusal there is a fault of the trial. */
export function granted<T>(answer: Outcome<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`The trial could not be arranged: ${answer.message}`);
}
