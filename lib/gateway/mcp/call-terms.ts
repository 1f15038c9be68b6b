import { z } from "zod";
import type { Outcome } from "#lib/errors/outcome.ts";
import { fillPercentSchema, sessionSchema } from "../disclosure/terms.ts";
import { readFields } from "../read-request.ts";
import { type AskRequest, askSchema, WAIT_SECONDS_MAX } from "../requests.ts";

/**
 * What a client may say beside a request, in `_meta`: the fields that HTTP has in its body. A misspelt one is refused, so that a
 * key that was meant to make a call happen once never quietly means nothing.
 */
const { idempotencyKey, taskId, requestId, justification } = askSchema.shape;
const OURS = "airlock/";

const saidSchema = z.strictObject({
  idempotencyKey,
  taskId,
  requestId,
  justification,
  sessionId: sessionSchema.optional(),
  waitSeconds: z.number().int().min(0).max(WAIT_SECONDS_MAX).optional(),
  context_fill_percent: fillPercentSchema.optional(),
});
export type Said = z.infer<typeof saidSchema>;

export function readSaid(meta: Record<string, unknown> | undefined): Outcome<Said> {
  const ours = Object.entries(meta ?? {}).filter(([name]) => name.startsWith(OURS));
  return readFields(Object.fromEntries(ours.map(([name, value]) => [name.slice(OURS.length), value])), saidSchema);
}

/** The same request that HTTP would have read. */
export function readAsk(tool: string, input: unknown, said: Said, session: string | undefined): Outcome<AskRequest> {
  const { context_fill_percent: _fill, waitSeconds: _wait, sessionId = session, ...fields } = said;
  return readFields(
    { tool, input: input ?? {}, ...fields, ...(sessionId === undefined ? {} : { sessionId }) },
    askSchema,
  );
}
