import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type CheckOutcome, checkCall } from "#lib/policy/check.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import type { Hook } from "#lib/policy/hooks/hook.ts";
import { outsideCheck } from "#lib/policy/hooks/outside-check.ts";
import { runHooks } from "#lib/policy/hooks/run-hooks.ts";
import { argumentAlarmApart } from "#lib/threads/read-arguments.ts";
import type { AgentView } from "./agent-view.ts";
import { decideCall } from "./decide-call.ts";
import { firstCallOr } from "./read-first-call.ts";
import { readToolForAgent, type ToolForAgent } from "./read-tool.ts";
import type { AskRequest } from "./requests.ts";

/** Refusals that are about the agent's reach, not about a bad request: they are recorded, with their reasons. */
const RECORDED_DENIALS = new Set(["path_refused", "host_refused", "access_refused", "hook_refused"]);

/** Who else has a say before a call is decided: hooks of this process, and the key that the policy's outside checks are asked with. */
export interface Sayers {
  readonly hooks: readonly Hook[];
  readonly checksKey?: string | undefined;
}

/**
 * Asks for a call: checks it against the contract in force, has the hooks asked, then lets the database decide. A request that
 * cannot be read or does not fit its schema leaves no trace; one that reaches for too much is on record as denied. Who cannot report
 * (`canReport`) is not given a call that its agent would have to run itself.
 */
export async function ask(
  sql: Sql,
  key: string,
  request: AskRequest,
  sayers: Sayers = { hooks: [] },
  canReport = true,
): Promise<Outcome<AgentView>> {
  const answer = await askOnce(sql, key, request, sayers, canReport);
  // The tool or the policy changed between reading and asking: the checks are made again for what is in force now.
  return !answer.ok && answer.code === "stale_payload" ? askOnce(sql, key, request, sayers, canReport) : answer;
}

async function askOnce(
  sql: Sql,
  key: string,
  request: AskRequest,
  sayers: Sayers,
  canReport: boolean,
): Promise<Outcome<AgentView>> {
  const tool = await readToolForAgent(sql, key, request.tool);
  if (!tool.ok) return firstCallOr(sql, key, request, tool);
  if (!canReport && tool.value.contract.runtime.kind === "external") {
    return refuse("unknown_tool", `${request.tool} is run by the agent's own runtime, over HTTP.`);
  }
  const { contract, versionState, accessLevel, grants, projectRoot, permission, narrowings } = tool.value;
  const checked = checkCall({
    ...{ contract, versionState, input: request.input, accessLevel, grant: grants, permission, narrowings },
    enforce: tool.value.enforceToolPolicies,
    // Seen from inside the sandbox: where the workspace lies on a dispatcher's machine is not known here.
    roots: { workspace: "/workspace", ...(projectRoot === null ? {} : { project: "/project" }) },
  });
  if (!checked.ok) return onRecord(sql, key, request, tool.value, checked);
  const { canonicalInput, input, lines, targets } = checked.value;
  const said = await askHooks(tool.value, request, input, sayers);
  const alarm = await argumentAlarmApart(canonicalInput);
  const all = [...lines, ...(alarm === undefined ? [] : [alarm]), ...said];
  const refusal = said.find(({ concluded }) => concluded === "deny");
  if (refusal) {
    const refused = { ...refuse("hook_refused", refusal.sentence), canonicalInput, lines: all };
    return onRecord(sql, key, request, tool.value, refused);
  }
  const effect = describeEffect(contract, input);
  return decide(sql, key, request, tool.value, { canonicalInput, lines: all, targets, effect });
}

/** Those of this process first: they cost least and know most. */
function askHooks(tool: ToolForAgent, request: AskRequest, input: unknown, sayers: Sayers): Promise<TraceLine[]> {
  const hooks = [...sayers.hooks, ...tool.checks.map((check) => outsideCheck(check, sayers.checksKey))];
  if (hooks.length === 0) return Promise.resolve([]);
  const { agentId, agentName, definitionHash, contract } = tool;
  const { name, category, actionType, safetyClass } = contract;
  const { sessionId, taskId, requestId } = request;
  return runHooks(hooks, {
    ...{ id: randomUUID(), agent: { id: agentId, name: agentName }, tool: name, definitionHash },
    ...{ category, actionType, safetyClass, input },
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}

type Refused = Extract<CheckOutcome, { readonly ok: false }>;

/** A refusal that is about reach is recorded as a denied call, with its reasons. */
async function onRecord(
  sql: Sql,
  key: string,
  request: AskRequest,
  tool: ToolForAgent,
  { code, message, details, canonicalInput, lines }: Refused,
): Promise<Outcome<AgentView>> {
  if (!RECORDED_DENIALS.has(code) || canonicalInput === undefined) {
    return firstCallOr(sql, key, request, { ok: false, code, message, ...(details ? { details } : {}) });
  }
  const effect = describeEffect(tool.contract, JSON.parse(canonicalInput));
  const denied = await decide(sql, key, request, tool, { canonicalInput, lines, effect });
  if (!denied.ok) return denied;
  // Asked before under this key, and then it was something else.
  if (denied.value.replayed && denied.value.errorCode !== code) return denied;
  return { ok: false, code, message, details: { ...details, id: denied.value.id } };
}

interface Checked {
  readonly canonicalInput: string;
  readonly lines: readonly TraceLine[];
  readonly effect: string;
  /** None of a call that is refused already. */
  readonly targets?: readonly string[];
}

function decide(
  sql: Sql,
  key: string,
  request: AskRequest,
  { definitionHash, policyVersion, alone }: ToolForAgent,
  { canonicalInput, lines, effect, targets = [] }: Checked,
): Promise<Outcome<AgentView>> {
  const { tool, idempotencyKey, sessionId, taskId, requestId, justification } = request;
  const checked = { key, tool, input: canonicalInput, definitionHash, policyVersion, checks: lines, effect };
  const aimed = targets.length === 0 ? {} : { targets };
  const asked = { ...checked, ...aimed, idempotencyKey, sessionId, taskId, requestId, justification };
  return decideCall(sql, asked, { alone });
}
