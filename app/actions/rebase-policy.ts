"use server";
import { operatorAction } from "#app/server/action.ts";
import { draftSchema } from "#lib/policy/drafts/draft-schema.ts";
import { rebaseDraft } from "#lib/policy/drafts/rebase-draft.ts";

const input = draftSchema.omit({ reason: true });

export const rebasePolicy = operatorAction("policy.write", input, ({ sql }, draft) => rebaseDraft(sql, draft), {
  pages: "untouched",
});
