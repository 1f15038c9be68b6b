import type postgres from "postgres";
import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";

export interface PolicyInForce {
  readonly version: number;
  readonly document: PolicyDocument;
}

/** What decides at this moment. */
export async function readPolicyInForce(sql: postgres.Sql): Promise<PolicyInForce> {
  const [row] = await sql<{ version: number; document: unknown }[]>`
    select v.version, v.document from agents.policy_in_force f join agents.policy_versions v on v.version = f.version`;
  if (!row) throw new Error("No policy is in force.");
  return { version: row.version, document: policyDocumentSchema.parse(row.document) };
}
