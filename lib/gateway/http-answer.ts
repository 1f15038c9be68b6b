import { ERRORS } from "#lib/errors/codes.ts";
import { type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type AgentView, isOpen } from "./agent-view.ts";
import type { Standing } from "./allowance.ts";
import type { ActionView, TeamRunView } from "./ask-people.ts";

/** Every error has one shape, and a status that a client library already knows what to do with. */
export function answerRefusal(refusal: Refusal): Response {
  const { code, details } = refusal;
  const headers = new Headers({ "Cache-Control": "no-store" });
  const { status } = ERRORS[code];
  if (status === 429 || status === 503) headers.set("Retry-After", String(details?.retryAfter ?? 5));
  if (status === 401) headers.set("WWW-Authenticate", 'Bearer realm="airlock"');
  return Response.json({ error: { code, message: tellSender(refusal), details: details ?? {} } }, { status, headers });
}

/** Seconds after which asking again is worth it; a person takes longer than a sandbox. */
const RETRY_AFTER = { pending: 5, running: 1 } as const;

/** 200 when the call has ended, 202 while it has not, and the refusal's own status when it was denied. */
export function answerInvocation(answer: Outcome<AgentView>): Response {
  if (!answer.ok) return answerRefusal(answer);
  const view = answer.value;
  if (view.status === "denied") {
    const code = view.errorCode ?? "access_refused";
    return answerRefusal(refuse(code, view.reason, { id: view.id, status: view.status }));
  }
  if (!isOpen(view)) return Response.json(view, { headers: { "Cache-Control": "no-store" } });
  const retryAfter = RETRY_AFTER[view.status === "pending" ? "pending" : "running"];
  return Response.json(
    { ...view, retryAfter },
    { status: 202, headers: { "Cache-Control": "no-store", "Retry-After": String(retryAfter) } },
  );
}

/** A value that nobody on the way may keep. */
export function answerValue<T>(answer: Outcome<T>, status = 200): Response {
  if (!answer.ok) return answerRefusal(answer);
  return Response.json(answer.value, { status, headers: { "Cache-Control": "no-store" } });
}

/** How a key stands, in the words of the RateLimit header fields: a bucket of `q` requests that is full again after `w` seconds. */
export function tellStanding(headers: Headers, { remaining, most, second }: Standing): void {
  const left = Math.max(0, Math.floor(remaining));
  headers.set("RateLimit-Policy", `"key";q=${most};w=${Math.ceil(most / second)}`);
  headers.set("RateLimit", `"key";r=${left};t=${Math.ceil((most - left) / second)}`);
}

/** As for a call: 200 when it is answered, 202 while people are asked, the refusal's own status when the policy denied it. */
export function answerQuestion(answer: Outcome<TeamRunView | ActionView>): Response {
  if (!answer.ok) return answerRefusal(answer);
  const view = answer.value;
  if (view.status === "denied") {
    return answerRefusal(refuse(view.errorCode ?? "access_refused", view.reason, { id: view.id, status: view.status }));
  }
  if (view.status !== "pending") return answerValue(answer);
  const retryAfter = RETRY_AFTER.pending;
  return Response.json(
    { ...view, retryAfter },
    { status: 202, headers: { "Cache-Control": "no-store", "Retry-After": String(retryAfter) } },
  );
}
