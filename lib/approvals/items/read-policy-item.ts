import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { diffPolicies } from "#lib/policy/document/diff-policies.ts";
import { policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { PolicyItem } from "./other-item.ts";
import { policyStakes } from "./policy-stakes.ts";
import { readQuestion } from "./read-question.ts";

interface PolicyRow extends Pick<PolicyItem, "version" | "author" | "reason" | "base" | "widens" | "against"> {
  readonly authorId: string | null;
  readonly document: unknown;
  readonly before: unknown;
}

/** A version of the policy that waits for reviewers, beside the one in force; once it is in force, beside the one it replaced. */
export async function readPolicyItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<PolicyItem | undefined> {
  const [row] = plainRows(
    await sql<PolicyRow[]>`
    select v.version, coalesce(p.name, 'as shipped') as author, v.author_id as "authorId", v.reason, v.base_version as base,
      v.widens, v.document, b.version as against, b.document as before
    from agents.policy_versions v
    left join agents.people p on p.id = v.author_id
    join agents.policy_versions b on b.version = coalesce(
      (select c.replaced from agents.policy_activations c where c.version = v.version order by c.at limit 1),
      (select f.version from agents.policy_in_force f))
    where v.id = ${id}`,
  );
  if (!row) return undefined;
  const { authorId, document, before, ...version } = row;
  // Read as a document, so that its keys stand in the order in which people write them.
  const was = policyDocumentSchema.parse(before);
  const changes = diffPolicies(was, policyDocumentSchema.parse(document));
  const question = await readQuestion(sql, viewer, {
    kind: "policy_version",
    id,
    effect: `Put policy v${version.version} in force in place of v${version.against}`,
    stakes: [[authorId, "you wrote it"], ...(await policyStakes(sql, was, changes))],
    halted: null,
  });
  return question && { ...question, ...version, kind: "policy_version", changes };
}
