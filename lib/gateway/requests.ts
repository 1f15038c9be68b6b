import { z } from "zod";
import { actionTypeSchema } from "#lib/policy/action-types.ts";
import { INVOCATION_STATES } from "#lib/policy/vocabulary.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { DEFINITION_LIMITS } from "#lib/registry/definition-limits.ts";

/** What agents send. Unknown fields are refused: a misspelt `idempotencyKey` must not quietly mean "none". */

/** Under the minute after which proxies on the way give up. */
export const WAIT_SECONDS_MAX = 55;

const waitSeconds = z
  .number()
  .int()
  .min(0)
  .max(WAIT_SECONDS_MAX)
  .describe("Answer when it has ended, or when this time is up.");
const id = z.string().min(1).max(200);
const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .describe("The same key gives the same answer again; with anything else in the request it is a conflict.");
const justification = z
  .string()
  .max(2_000)
  .describe("Your own words to the people who decide. Shown as unverified, never part of what is approved.");

/**
 * Taken as it was read, not copied key by key: a copy leaves `__proto__` out, and what is checked and approved would then
 * not be what was sent. Nobody needs such an argument, so it is refused instead of carried.
 */
const plainObject = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "It is an object.",
  )
  .refine((value) => !Object.hasOwn(value, "__proto__"), "An argument cannot be named __proto__.")
  .meta({ type: "object" });

const call = {
  tool: toolNameSchema,
  input: plainObject.describe("The arguments, as the tool's schema has them; at most 256 KiB."),
  idempotencyKey: idempotencyKey.optional(),
  sessionId: id.optional(),
  taskId: id.optional(),
  requestId: id.optional(),
  justification: justification.optional(),
};

export const askSchema = z.strictObject({ ...call, waitSeconds: waitSeconds.optional() });
export type AskRequest = z.infer<typeof askSchema>;

export const BATCH_MAX = 32;
/** Some of the largest inputs, or many small ones. */
export const BATCH_LIMITS = { maxBytes: 1_048_576, maxDepth: 42 };

export const batchSchema = z.strictObject({
  calls: z.array(z.strictObject(call)).min(1).max(BATCH_MAX),
  waitSeconds: waitSeconds.optional(),
});
export type BatchRequest = z.infer<typeof batchSchema>;

/** A result that an agent's own runtime brings: its output and its envelope. */
export const RESULT_LIMITS = { maxBytes: 2_097_152, maxDepth: 66 };

/** How a call ended that the agent's own runtime ran. */
export const resultSchema = z
  .strictObject({
    runner: z.uuid().describe("The one that took the lease."),
    fence: z.number().int().min(1).max(2_147_483_647).describe("Of the lease under which it ran."),
    status: z.enum(["completed", "failed"]),
    output: z.unknown().optional().describe("What the tool returned; cleaned before anybody but a reviewer sees it."),
    error: z.string().max(20_000).optional().describe("What it said when it failed."),
    cost_estimate: z
      .number()
      .min(0)
      .max(1e12)
      .refine((cost) => Math.round(cost * 1e6) / 1e6 === cost, "At most six decimals.")
      .optional()
      .describe(
        "In the log as you say it; more than the contract's maximum is a finding. The call counts as that maximum.",
      ),
  })
  .refine(({ status, output }) => status === "failed" || output !== undefined, {
    message: "A completed call has an output; null, if the tool returned nothing.",
    path: ["output"],
  });
export type ResultRequest = z.infer<typeof resultSchema>;

export const outcomeSchema = z.strictObject({
  result: z.enum(["completed", "failed", "abandoned"]),
  difficulty: z.number().int().min(1).max(5).optional(),
  quality: z.number().min(0).max(10).optional(),
  incident: z
    .strictObject({ severity: z.enum(["minor", "critical"]), summary: z.string().trim().min(1).max(2_000) })
    .optional(),
});
export type OutcomeRequest = z.infer<typeof outcomeSchema>;

export const teamRunSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  plan: plainObject.describe("What the team is to do, as people are to read it."),
  people: z.number().int().min(1).max(2).optional().describe("How many have to say yes; one, if left out."),
  idempotencyKey: idempotencyKey.optional(),
  waitSeconds: waitSeconds.optional(),
});
export type TeamRunRequest = z.infer<typeof teamRunSchema>;

export const actionSchema = z.strictObject({
  actionType: actionTypeSchema,
  payload: plainObject.describe("What it is about, as people are to read it."),
  idempotencyKey: idempotencyKey.optional(),
  sessionId: id.optional(),
  taskId: id.optional(),
  justification: justification.optional(),
  waitSeconds: waitSeconds.optional(),
});
export type ActionRequest = z.infer<typeof actionSchema>;

/** The code of a tool has no packages in it, so this is a lot of code. */
const BUNDLE_MAX = 1_048_576;
/** A definition, its code (which JSON escapes), and their envelope. */
export const REGISTER_LIMITS = {
  ...DEFINITION_LIMITS,
  maxBytes: 2_097_152,
  maxDepth: DEFINITION_LIMITS.maxDepth + 1,
  maxMembers: DEFINITION_LIMITS.maxMembers + 10,
};

/** What tool authors send: a definition as JSON or as the text of a TOOL.md, and the code if it has any. */
export const registerSchema = z
  .strictObject({
    definition: z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null).optional(),
    toolMd: z.string().max(DEFINITION_LIMITS.maxBytes).optional(),
    bundle: z.string().min(1).max(BUNDLE_MAX).optional(),
    /** The author's own word for how it was declared; shown in the registry. */
    source: z.enum(["sdk", "http"]).optional(),
  })
  .refine(({ definition, toolMd }) => (definition === undefined) !== (toolMd === undefined), {
    message: "Send either a definition or a toolMd.",
  });
export type RegisterRequest = z.infer<typeof registerSchema>;

/** A query is text: digits are a number there, and nothing else is. */
const waitSecondsInQuery = z
  .string()
  .regex(/^\d{1,2}$/, "Whole seconds, in digits.")
  .transform(Number)
  .pipe(waitSeconds);

export const waitQuerySchema = z.strictObject({ waitSeconds: waitSecondsInQuery.optional() });

export const statusQuerySchema = z.strictObject({
  waitSeconds: waitSecondsInQuery.optional(),
  runner: z
    .uuid()
    .optional()
    .describe(
      "Takes a call that the agent runs itself, or keeps it: a random UUID made for this one run and told nobody. Without it nothing is taken.",
    ),
});

export const PAGE_MAX = 200;

export const listQuerySchema = z.strictObject({
  cursor: z.uuid().optional().describe("The nextCursor of the page before."),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "A whole number, in digits.")
    .transform(Number)
    .pipe(z.number().max(PAGE_MAX))
    .optional(),
  status: z.enum(INVOCATION_STATES).optional(),
  sessionId: id.optional(),
  taskId: id.optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const eventsQuerySchema = z.strictObject({
  after: z.string().max(64).optional().describe("An event's id: as Last-Event-ID, for who cannot send headers."),
  from: z.enum(["start", "now"]).optional().describe("Where to begin without an id; now, if left out."),
});

export const subjectIdSchema = z.uuid();
export const outsideIdSchema = id;
