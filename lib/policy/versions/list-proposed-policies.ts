import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { PolicyVersionItem } from "./policy-version.ts";
import { versionColumns, versionSources } from "./version-columns.ts";

/** More than anybody decides on at once. */
const MOST = 50;

/** What waits for reviewers, the newest first. */
export async function listProposedPolicies(sql: postgres.Sql): Promise<PolicyVersionItem[]> {
  return plainRows(
    await sql<PolicyVersionItem[]>`
    select ${versionColumns(sql)}
    from agents.policy_versions v ${versionSources(sql)}
    where v.id in (
      select q.subject_id from agents.approvals q
      where q.subject_kind = 'policy_version' and q.status = 'pending' and q.expires_at > now())
    order by v.version desc limit ${MOST}`,
  );
}
