import { z } from "zod";
import { policyTextSchema } from "#lib/policy/drafts/draft-schema.ts";
import { CALLS_MAX } from "./call-counts.ts";

/** What to rehearse: a text that somebody wrote, or a version that was proposed or decided once. */
const rehearsalSubjectSchema = z.union([
  z.strictObject({ text: policyTextSchema }),
  z.strictObject({ version: z.number().int().min(1).max(2_147_483_647) }),
]);
export type RehearsalSubject = z.infer<typeof rehearsalSubjectSchema>;

export const rehearsalRequestSchema = z.strictObject({
  subject: rehearsalSubjectSchema,
  last: z.number().int().min(1).max(CALLS_MAX),
});
