"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { draftTrust as draft } from "#lib/trust/what-if.ts";

const input = z.strictObject({ text: z.string().max(100_000) });

/** The text that this trust section would make of the policy. Nothing is kept or proposed here. */
export const draftTrust = operatorAction("policy.write", input, ({ sql }, { text }) => draft(sql, text), {
  pages: "untouched",
});
