import { z } from "zod";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { DEFINITION_LIMITS } from "#lib/registry/definition-limits.ts";

/** What agents send. Unknown fields are refused: a misspelt `idempotencyKey` must not quietly mean "none". */

/** Under the minute after which proxies on the way give up. */
export const WAIT_SECONDS_MAX = 55;

const waitSeconds = z.number().int().min(0).max(WAIT_SECONDS_MAX);
const id = z.string().min(1).max(200);

/**
 * Taken as it was read, not copied key by key: a copy leaves `__proto__` out, and what is checked and approved would then
 * not be what was sent. Nobody needs such an argument, so it is refused instead of carried.
 */
const input = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "The input is an object.",
  )
  .refine((value) => !Object.hasOwn(value, "__proto__"), "An argument cannot be named __proto__.");

export const askSchema = z.strictObject({
  tool: toolNameSchema,
  input,
  idempotencyKey: z.string().min(1).max(255).optional(),
  sessionId: id.optional(),
  taskId: id.optional(),
  requestId: id.optional(),
  waitSeconds: waitSeconds.optional(),
  /** The agent's own words to the people who decide; shown as unverified and never part of what is approved. */
  justification: z.string().max(2_000).optional(),
});
export type AskRequest = z.infer<typeof askSchema>;

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

export const statusQuerySchema = z.strictObject({ waitSeconds: waitSecondsInQuery.optional() });

export const invocationIdSchema = z.uuid();
