import { z } from "zod";
import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";
import { eventSchema } from "#lib/gateway/event.ts";
import { BATCH_MAX } from "#lib/gateway/requests.ts";
import { APPROVAL_STATES, CATEGORIES, INVOCATION_STATES, TIERS } from "#lib/policy/vocabulary.ts";
import { COST_TIERS } from "#lib/registry/contract.ts";
import { findingSchema } from "#lib/sanitise/finding.ts";

/** What the gateway answers, for the document. Answers gain fields over time; a client ignores what it does not know. */

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);
const time = z.iso.datetime({ offset: true });
const count = z.number().int().min(0);
const retryAfter = count.optional().describe("Seconds after which asking again is worth it.");
const replayed = z.boolean().optional().describe("Found by its idempotencyKey: nothing was done again.");

export const errorSchema = z
  .object({
    error: z.object({
      code: errorCode,
      message: z.string().describe("What happened, and what to do about it."),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "Error" });

const lease = z.object({
  fence: z.number().int().min(1).describe("Report the result with it."),
  expiresAt: time.describe("Reading the call again before then keeps it."),
  input: z.record(z.string(), z.unknown()).describe("Run it with this: people may have changed what was asked."),
  idempotencyKey: z.string(),
  stop: z.boolean().describe("Calls were stopped since: end it, and report that it failed."),
});

export const invocationSchema = z
  .object({
    id: z.uuid(),
    tool: z.string(),
    status: z.enum(INVOCATION_STATES),
    approvalStatus: z.enum(APPROVAL_STATES),
    tier: z.enum(TIERS),
    revision: z.number().int().min(1),
    requiredApprovals: z.number().int().min(0).max(2),
    askedAt: time,
    startedAt: time.optional().describe("When it was released."),
    completedAt: time.optional(),
    expiresAt: time.optional().describe("Until when people may decide."),
    reason: z.string().optional().describe("The words of whoever decided, or what went wrong."),
    errorCode: errorCode.optional(),
    expiryKind: z.enum(["approval", "execution"]).optional(),
    sessionId: z.string().optional(),
    taskId: z.string().optional(),
    requestId: z.string().optional(),
    output: z.unknown().optional().describe("The cleaned output."),
    outputAltered: z.literal(true).optional().describe("Cleaning changed what the tool returned."),
    notice: z.string().optional().describe("What follows from that."),
    outputDeletedAt: z.string().optional(),
    findings: z.array(findingSchema).optional(),
    execution_time_ms: z.number().nullable().optional(),
    external: z.literal(true).optional().describe("The agent's own runtime runs it."),
    lease: lease.optional().describe("It is this reader's to run."),
    replayed,
    retryAfter,
  })
  .meta({ id: "Invocation" });

export const batchAnswerSchema = z.object({
  results: z
    .array(
      z.union([
        z.object({ status: z.union([z.literal(200), z.literal(202)]), invocation: invocationSchema }),
        z.object({ status: z.number().int().min(400).max(599), error: errorSchema.shape.error }),
      ]),
    )
    .max(BATCH_MAX)
    .describe("In the order of the calls."),
});

export const pageSchema = z.object({
  invocations: z.array(invocationSchema),
  nextCursor: z.uuid().optional().describe("Absent on the last page."),
});

export const teamRunAnswerSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    status: z.enum(["pending", "approved", "rejected", "expired"]),
    reason: z.string().optional(),
    requiredApprovals: z.number().int(),
    askedAt: time,
    decidedAt: time.optional(),
    replayed,
    retryAfter,
  })
  .meta({ id: "TeamRun" });

export const actionAnswerSchema = z
  .object({
    id: z.uuid(),
    actionType: z.string(),
    status: z.enum(["pending", "approved", "rejected", "expired"]),
    reason: z.string().optional(),
    errorCode: errorCode.optional(),
    requiredApprovals: z.number().int(),
    askedAt: time,
    decidedAt: time.optional(),
    expiresAt: time.optional(),
    replayed,
    retryAfter,
  })
  .meta({ id: "Action" });

export const taskReportSchema = z.looseObject({
  id: z.uuid(),
  task: z.string(),
  counted: z.array(z.string()).describe("The categories in which it is evidence."),
  replayed,
});

export const endedSessionSchema = z.object({ sessionId: z.string(), endedAt: time });

const toolHead = {
  name: z.string(),
  category: z.enum(CATEGORIES),
  costTier: z.enum(COST_TIERS).optional(),
  requiresApproval: z.boolean(),
  definitionHash: z.string(),
};
const unloaded = z.array(z.string()).optional().describe("What made room, the first loaded first.");

export const toolListSchema = z.looseObject({
  tools: z.array(z.looseObject({ ...toolHead, summary: z.string() })),
  total: count.describe("How many there are on all pages."),
  nextCursor: z.string().optional(),
  unloaded,
});

export const loadedToolSchema = z.looseObject({
  tool: z.looseObject({
    ...toolHead,
    description: z.string(),
    inputSchema: z.looseObject({}),
    outputSchema: z.looseObject({}),
    resources: z.array(z.object({ id: z.string(), title: z.string(), tokens: count })).optional(),
  }),
  tokens: count.describe("How much it takes of the session's l2_token_budget."),
  loaded: z.array(z.object({ tool: z.string(), tokens: count })).optional(),
  unloaded,
});

export const toolResourceSchema = z.object({
  id: z.string(),
  title: z.string(),
  mimeType: z.string(),
  text: z.string(),
});

export const registeredSchema = z.object({
  tool: z.string(),
  versionId: z.uuid(),
  number: count,
  definitionHash: z.string(),
  descriptionHash: z.string().optional(),
  state: z.enum(["review", "quarantined"]),
  approvalId: z.uuid().nullable(),
  required: z.number().int().nullable(),
  verdict: z.enum(["ok", "review", "block"]),
  findings: z.array(z.looseObject({})),
  page: z.string(),
});

export const manifestAnswerSchema = z.looseObject({}).describe("docs/manifest.md describes it.");
export const documentSchema = z.looseObject({ openapi: z.literal("3.1.0") });
export { eventSchema as eventAnswerSchema };
