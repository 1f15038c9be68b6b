import type { Sql } from "postgres";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { checkCall } from "#lib/policy/check.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import type { AgentView } from "./agent-view.ts";
import { decideCall } from "./decide-call.ts";
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
    const effect = describeEffect(contract, checked.value.input);
    return decide(sql, key, request, tool.value, { ...checked.value, effect });
  }
  if (!RECORDED_DENIALS.has(checked.code) || checked.canonicalInput === undefined) {
    const { ok, code, message, details } = checked;
    return details ? { ok, code, message, details } : { ok, code, message };
  }
  const { canonicalInput, lines } = checked;
  const effect = describeEffect(contract, JSON.parse(canonicalInput));
  const denied = await decide(sql, key, request, tool.value, { canonicalInput, lines, effect });
  if (!denied.ok) return denied;
  return { ...refuse(checked.code, undefined, { ...checked.details, id: denied.value.id }), message: checked.message };
}

interface Checked {
  readonly canonicalInput: string;
  readonly lines: readonly TraceLine[];
  readonly effect: string;
}

function decide(
  sql: Sql,
  key: string,
  request: AskRequest,
  { contract, definitionHash }: ToolForAgent,
  { canonicalInput, lines, effect }: Checked,
): Promise<Outcome<AgentView>> {
  const { tool, idempotencyKey, sessionId, taskId, requestId, justification } = request;
  const checked = { key, tool, input: canonicalInput, definitionHash, checks: lines, effect };
  const asked = { ...checked, idempotencyKey, sessionId, taskId, requestId, justification };
  return decideCall(sql, asked, { alone: contract.constraints !== undefined });
}
