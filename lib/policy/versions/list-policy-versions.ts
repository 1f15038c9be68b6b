import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { PolicyVersionItem } from "./policy-version.ts";
import { versionColumns, versionSources } from "./version-columns.ts";

export const VERSIONS_A_PAGE = 50;

/** The newest first; `before` is the last version of the page before. */
export async function listPolicyVersions(
  sql: postgres.Sql,
  before?: number,
  limit = VERSIONS_A_PAGE,
): Promise<{ items: PolicyVersionItem[]; next: number | undefined }> {
  const rows = plainRows(
    await sql<PolicyVersionItem[]>`
    select ${versionColumns(sql)}
    from (
      select w.version, w.id, w.author_id, w.reason, w.base_version, w.widens, w.created_at
      from agents.policy_versions w ${before === undefined ? sql`` : sql`where w.version < ${before}`}
      order by w.version desc limit ${limit + 1}
    ) v ${versionSources(sql)}
    order by v.version desc`,
  );
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)?.version : undefined };
}
