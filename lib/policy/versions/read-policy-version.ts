import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import type { PolicyVersionDetail, PolicyVersionItem } from "./policy-version.ts";
import { versionColumns, versionSources } from "./version-columns.ts";

export async function readPolicyVersion(sql: postgres.Sql, version: number): Promise<PolicyVersionDetail | undefined> {
  const [row] = plainRows(
    await sql<(PolicyVersionItem & { document: unknown })[]>`
    select ${versionColumns(sql)}, v.document from agents.policy_versions v ${versionSources(sql)} where v.version = ${version}`,
  );
  return row && { ...row, document: policyDocumentSchema.parse(row.document) };
}
