import type { Sql } from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { checkCall } from "#lib/policy/check.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import type { AgentView } from "./agent-view.ts";
import { readToolForAgent, type ToolForAgent } from "./read-tool.ts";
import type { AskRequest } from "./requests.ts";

/** Refusals that are about the agent's reach, not about a bad request: they are recorded, with their reasons. */
const RECORDED_DENIALS = new Set(["path_refused", "host_refused", "access_refused"]);

/**
 * Asks for a call: checks it against the contract in force, then lets the database decide. A request that cannot be read
 * or does not fit its schema leaves no trace; one that reaches for too much is on record as denied.
 */
export async function ask(sql: Sql, key: string, request: AskRequest): Promise<Outcome<AgentView>> {
  const answer = await askOnce(sql, key, request);
  // The tool changed between reading and asking: the checks are made again for the version that is in force now.
  return !answer.ok && answer.code === "stale_payload" ? askOnce(sql, key, request) : answer;
}

async function askOnce(sql: Sql, key: string, request: AskRequest): Promise<Outcome<AgentView>> {
  const tool = await readToolForAgent(sql, key, request.tool);
  if (!tool.ok) return tool;
  const { contract, versionState, accessLevel, grants, projectRoot } = tool.value;
  const checked = checkCall({
    contract,
    versionState,
    input: request.input,
    accessLevel,
    grant: grants,
    // Seen from inside the sandbox: where the workspace lies on a dispatcher's machine is not known here.
    roots: { workspace: "/workspace", ...(projectRoot === null ? {} : { project: "/project" }) },
  });
  if (checked.ok) {
    return invoke(sql, key, request, tool.value, {
      ...checked.value,
      effect: describeEffect(contract, checked.value.input),
    });
  }
  if (!RECORDED_DENIALS.has(checked.code) || checked.canonicalInput === undefined) {
    const { ok, code, message, details } = checked;
    return details ? { ok, code, message, details } : { ok, code, message };
  }
  const { canonicalInput, lines } = checked;
  const effect = describeEffect(contract, JSON.parse(canonicalInput));
  const denied = await invoke(sql, key, request, tool.value, { canonicalInput, lines, effect });
  if (!denied.ok) return denied;
  return { ...refuse(checked.code, undefined, { ...checked.details, id: denied.value.id }), message: checked.message };
}

interface CheckedAsk {
  readonly canonicalInput: string;
  readonly lines: readonly TraceLine[];
  readonly effect: string;
}

async function invoke(
  sql: Sql,
  key: string,
  request: AskRequest,
  { definitionHash }: ToolForAgent,
  { canonicalInput, lines, effect }: CheckedAsk,
): Promise<Outcome<AgentView>> {
  const asked = await attempt(
    () => sql<{ view: AgentView }[]>`
      select agents.fn_invoke_tool(
        ${key}, ${request.tool}, ${canonicalInput}, ${definitionHash}, ${JSON.stringify(lines)}::text::jsonb, ${effect},
        ${request.idempotencyKey ?? null}, ${request.sessionId ?? null}, ${request.taskId ?? null},
        ${request.requestId ?? null}, ${request.justification ?? null}
      ) as view`,
  );
  if (!asked.ok) return asked;
  const view = asked.value[0]?.view;
  if (!view) return refuse("internal");
  sendHint(sql, "airlock_events");
  if (view.status === "running") sendHint(sql, "airlock_work");
  return done(view);
}
