import type { Correlation } from "#lib/sandbox/runtime.ts";

/** Agents choose some of these ids: only plain ones go on. */
const PLAIN_ID = /^[\x21-\x7e]{1,200}$/;

/** Whose call it is, as a tool finds it in its environment. */
export function correlationEnvironment(correlation: Correlation = {}): Record<string, string> {
  const { agentId, sessionId, taskId, requestId } = correlation;
  const named = {
    AIRLOCK_AGENT_ID: agentId,
    AIRLOCK_SESSION_ID: sessionId,
    AIRLOCK_TASK_ID: taskId,
    AIRLOCK_REQUEST_ID: requestId,
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => PLAIN_ID.test(entry[1] ?? "")),
  );
}
