import { z } from "zod";

/** Far beyond what people read and review; every keystroke's check has to read all of it. */
const TEXT_MAX = 200_000;

export const policyTextSchema = z
  .string()
  .max(
    TEXT_MAX,
    `A policy has at most ${TEXT_MAX.toLocaleString("en-GB")} characters. What several agents share belongs in a profile.`,
  );

export const draftSchema = z.strictObject({
  text: policyTextSchema,
  base: z.number().int().min(1),
  reason: z.string().trim().min(1, "Say why; reviewers read it, and it is kept with the version.").max(2000),
});
