import type postgres from "postgres";

/** The people who put a version in force; nobody, where the installation did. */
export async function readActivators(sql: postgres.Sql, version: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select p.name
    from agents.policy_versions v
    join agents.approvals a on a.subject_kind = 'policy_version' and a.subject_id = v.id and a.status = 'approved'
    join agents.approval_votes y on y.approval_id = a.id and y.decision = 'approve'
    join agents.people p on p.id = y.person_id
    where v.version = ${version}
    order by y.at`;
  return rows.map(({ name }) => name);
}
