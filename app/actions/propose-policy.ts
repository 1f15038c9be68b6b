"use server";
import { operatorAction } from "#app/server/action.ts";
import { draftSchema } from "#lib/policy/drafts/draft-schema.ts";
import { proposeDraft } from "#lib/policy/drafts/propose-draft.ts";

export const proposePolicy = operatorAction("policy.write", draftSchema, ({ sql, session }, draft) =>
  proposeDraft(sql, session.token, draft),
);
