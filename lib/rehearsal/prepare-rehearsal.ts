import type { Sql } from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { checkDraft } from "#lib/policy/drafts/check-draft.ts";
import { countedSubjects } from "#lib/policy/rehearsal/counted-subjects.ts";
import { type PolicyInForce, readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";
import { type ReadableHistory, readHistory } from "./read-history.ts";
import { readConstraints } from "./read-subjects.ts";
import type { RehearsalSubject } from "./rehearsal-request.ts";

export interface PreparedRehearsal {
  readonly inForce: PolicyInForce;
  readonly changed: PolicyDocument;
  readonly counted: ReturnType<typeof countedSubjects>;
  readonly history: ReadableHistory;
}

/** Everything that can be refused is refused here, before the first call is replayed. */
export async function prepareRehearsal(
  sql: Sql,
  subject: RehearsalSubject,
  last: number,
): Promise<Outcome<PreparedRehearsal>> {
  const changed = await readChanged(sql, subject);
  if (!changed.ok) return changed;
  const [inForce, constraints] = await Promise.all([readPolicyInForce(sql), readConstraints(sql)]);
  const counted = countedSubjects([inForce.document, changed.value], constraints);
  const history = await readHistory(sql, last, counted);
  return done({ inForce, changed: changed.value, counted, history });
}

async function readChanged(sql: Sql, subject: RehearsalSubject): Promise<Outcome<PolicyDocument>> {
  if ("version" in subject) {
    const version = await readPolicyVersion(sql, subject.version);
    return version ? done(version.document) : refuse("not_found", `There is no policy version ${subject.version}.`);
  }
  const draft = await checkDraft(sql, subject.text);
  return draft.ok ? done(draft.value.document) : draft;
}
