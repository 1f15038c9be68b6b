import { z } from "zod";

/** What fits a request of a page; a longer document is proposed from the command line. */
const TEXT_MAX = 200_000;

export const policyTextSchema = z.string().max(TEXT_MAX, "The document is too long.");

export const draftSchema = z.strictObject({
  text: policyTextSchema,
  base: z.number().int().min(1),
  reason: z.string().trim().min(1, "Say why; reviewers read it, and it is kept with the version.").max(2000),
});
