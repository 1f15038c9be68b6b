import { ERRORS } from "#lib/errors/codes.ts";
import { type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type AgentView, isOpen } from "./agent-view.ts";
import type { AskRequest, BatchRequest } from "./requests.ts";

/** One answer of a batch: what the call alone would have been answered, as a value. */
export type BatchResult =
  | { readonly status: number; readonly invocation: AgentView }
  | {
      readonly status: number;
      readonly error: { readonly code: string; readonly message: string; readonly details: object };
    };

interface Doing {
  ask(call: AskRequest): Promise<Outcome<AgentView>>;
  wait(id: string, waitSeconds: number): Promise<Outcome<AgentView>>;
  onBug(error: unknown): void;
}

/** Asks for several calls at once and gives their answers in their order. Whatever becomes of one of them, the others are answered. */
export function askBatch(
  { calls, waitSeconds = 0 }: BatchRequest,
  { ask, wait, onBug }: Doing,
): Promise<BatchResult[]> {
  return Promise.all(
    calls.map(async (call) => {
      try {
        const asked = await ask(call);
        const waits = asked.ok && isOpen(asked.value) && waitSeconds > 0;
        return toResult(waits ? await wait(asked.value.id, waitSeconds) : asked);
      } catch (error) {
        onBug(error);
        return toResult(refuse("internal"));
      }
    }),
  );
}

function toResult(answer: Outcome<AgentView>): BatchResult {
  if (!answer.ok) return failed(answer);
  const { id, status, errorCode, reason } = answer.value;
  if (status === "denied") return failed(refuse(errorCode ?? "access_refused", reason, { id, status }));
  return { status: isOpen(answer.value) ? 202 : 200, invocation: answer.value };
}

function failed(refusal: Refusal): BatchResult {
  const { code, details = {} } = refusal;
  return { status: ERRORS[code].status, error: { code, message: tellSender(refusal), details } };
}
