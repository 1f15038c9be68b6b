import { z } from "zod";
import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";
import { rehearsalResultSchema } from "#lib/policy/rehearsal/rehearsal-result.ts";

const count = z.number().int().min(0);

/** A rehearsal as it is told, one JSON object a line: how many calls there are, how far it is, and what it found or why not. */
export const rehearsalNewsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("begun"), total: count, inForce: z.number().int() }),
  z.strictObject({ kind: z.literal("progress"), done: count }),
  z.strictObject({ kind: z.literal("result"), seconds: z.number(), result: rehearsalResultSchema }),
  z.strictObject({
    kind: z.literal("failed"),
    code: z.custom<ErrorCode>((code) => typeof code === "string" && Object.hasOwn(ERRORS, code)),
    message: z.string(),
  }),
]);
export type RehearsalNews = z.infer<typeof rehearsalNewsSchema>;
