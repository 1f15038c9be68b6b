import type postgres from "postgres";
import type { Outcome } from "#lib/errors/outcome.ts";
import { type ProposedPolicy, proposePolicy } from "#lib/policy/versions/propose-policy.ts";
import { checkDraft } from "./check-draft.ts";

interface Draft {
  readonly text: string;
  /** The version in force when it was begun: the database refuses a draft of what is no longer there. */
  readonly base: number;
  readonly reason: string;
}

/** Reads the text again, whatever a page thought of it, and asks for it to be put in force. */
export async function proposeDraft(sql: postgres.Sql, token: string, draft: Draft): Promise<Outcome<ProposedPolicy>> {
  const checked = await checkDraft(sql, draft.text);
  return checked.ok ? proposePolicy(sql, token, { ...draft, document: checked.value.document }) : checked;
}
