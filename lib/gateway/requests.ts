import { z } from "zod";
import { toolNameSchema } from "#lib/registry/contract.ts";

/** What agents send. Unknown fields are refused: a misspelt `idempotencyKey` must not quietly mean "none". */

/** Under the minute after which proxies on the way give up. */
export const WAIT_SECONDS_MAX = 55;

const waitSeconds = z.coerce.number().int().min(0).max(WAIT_SECONDS_MAX);
const id = z.string().min(1).max(200);

export const askSchema = z.strictObject({
  tool: toolNameSchema,
  input: z.record(z.string(), z.unknown()),
  idempotencyKey: z.string().min(1).max(255).optional(),
  sessionId: id.optional(),
  taskId: id.optional(),
  requestId: id.optional(),
  waitSeconds: waitSeconds.optional(),
  /** The agent's own words to the people who decide; shown as unverified and never part of what is approved. */
  justification: z.string().max(2_000).optional(),
});
export type AskRequest = z.infer<typeof askSchema>;

export const statusQuerySchema = z.strictObject({ waitSeconds: waitSeconds.optional() });

export const invocationIdSchema = z.uuid();
