import type { Sql } from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { isUndone, refusalFromState } from "#lib/errors/from-database.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { retryBusy } from "#lib/errors/retry-busy.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import type { AgentView } from "./agent-view.ts";
import { gatherer } from "./gather.ts";

/** A call that was checked; what is left is that the database decides it and writes it down. */
export interface CheckedAsk {
  readonly key: string;
  readonly tool: string;
  /** RFC 8785 text. */
  readonly input: string;
  readonly definitionHash: string;
  /** The policy that it was checked under: under another one it is checked again. */
  readonly policyVersion?: number | undefined;
  readonly checks: readonly TraceLine[];
  readonly effect: string;
  readonly idempotencyKey?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly justification?: string | undefined;
  /** What it would reach; left out where there is nothing. */
  readonly targets?: readonly string[];
}

/** NUL and halves of surrogate pairs: no text of the database, so the whole list would be refused for one of them. */
const NO_TEXT = /\\u(0000|d[89a-f])/i;

/**
 * Has the database decide a call, together with those that wait at the same moment, and tells who listens when it is on record.
 * `alone`: the tool has constraints, and how many calls there were may decide.
 */
export async function decideCall(sql: Sql, ask: CheckedAsk, { alone = false } = {}): Promise<Outcome<AgentView>> {
  const text = JSON.stringify(ask);
  const decided = await (alone || NO_TEXT.test(text) ? decideAlone(sql, ask) : decideGathered(sql, { ask, text }));
  if (!decided.ok) return decided;
  // Those who are to run it first: the others have nothing to read yet but that it was asked.
  if (decided.value.status === "running") sendHint(sql, "airlock_work");
  sendHint(sql, "airlock_events");
  return decided;
}

interface Gathered {
  readonly ask: CheckedAsk;
  readonly text: string;
}

const decideGathered = gatherer(decideTogether);

/** One answer an ask. A failure of the statement is nobody's answer: what is known to be undone is asked again one by one. */
async function decideTogether(sql: Sql, asks: readonly Gathered[]): Promise<Promise<Outcome<AgentView>>[]> {
  const [first] = asks;
  if (first && asks.length === 1) return [decideAlone(sql, first.ask)];
  try {
    const rows = await sql<Answer[]>`
      select view, refused from agents.fn_invoke_tools(${`[${asks.map(({ text }) => text).join(",")}]`}::text::jsonb)`;
    return asks.map(async (_, at) => read(rows[at]));
  } catch (error) {
    if (isUndone(error)) return asks.map(({ ask }) => decideAlone(sql, ask));
    return asks.map(() => attempt(() => Promise.reject(error)));
  }
}

interface Answer {
  /** JSON. */
  readonly view: string | null;
  readonly refused: { state: string; message: string; detail: Record<string, unknown> | null } | null;
}

function read(answer: Answer | undefined): Outcome<AgentView> {
  if (answer?.view) return done(JSON.parse(answer.view) as AgentView);
  const { state = "", message = "", detail } = answer?.refused ?? {};
  return refusalFromState(state, message, detail ?? undefined) ?? refuse("internal");
}

async function decideAlone(sql: Sql, ask: CheckedAsk): Promise<Outcome<AgentView>> {
  const decided = await attempt(() =>
    // Asks of one agent that people decide take turns, so that a flood counts as it would one by one.
    retryBusy(
      () => sql<{ view: AgentView }[]>`
      select agents.fn_invoke_tool(
        ${ask.key}, ${ask.tool}, ${ask.input}, ${ask.definitionHash}, ${JSON.stringify(ask.checks)}::text::jsonb, ${ask.effect},
        ${ask.idempotencyKey ?? null}, ${ask.sessionId ?? null}, ${ask.taskId ?? null}, ${ask.requestId ?? null},
        ${ask.justification ?? null}, p_policy_version => ${ask.policyVersion ?? null},
        p_targets => ${ask.targets === undefined ? null : JSON.stringify(ask.targets)}::text::jsonb
      ) as view`,
    ),
  );
  if (!decided.ok) return decided;
  const view = decided.value[0]?.view;
  return view ? done(view) : refuse("internal");
}
