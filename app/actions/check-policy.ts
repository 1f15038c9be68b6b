"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { done } from "#lib/errors/outcome.ts";
import { checkDraft } from "#lib/policy/drafts/check-draft.ts";
import { policyTextSchema } from "#lib/policy/drafts/draft-schema.ts";

const input = z.strictObject({ text: policyTextSchema });

/** What a draft would change, or the lines that are wrong in it. It changes nothing, so no page is painted anew. */
export const checkPolicy = operatorAction(
  "policy.write",
  input,
  async ({ sql }, { text }) => {
    const checked = await checkDraft(sql, text);
    if (!checked.ok) return checked;
    const { document: _, ...shown } = checked.value;
    return done(shown);
  },
  { pages: "untouched" },
);
