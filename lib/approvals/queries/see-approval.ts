import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import type { Session } from "#lib/sessions/session.ts";
import { type ApprovalDetail, readApproval } from "./read-approval.ts";
import { readReading } from "./read-reading.ts";

/**
 * Reads a held call for a person who now has it on their screen, and keeps the first time of that by the database's clock: a yes
 * is compared with it. Later looks write nothing, so that a page which looks again by itself keeps no session alive.
 */
export async function seeApproval(
  sql: postgres.Sql,
  session: Session,
  id: string,
): Promise<ApprovalDetail | undefined> {
  if (!isUuid(id)) return undefined;
  await sql`
    select agents.fn_see_approval(${session.token}, a.id)
    from agents.tool_invocations i
    join agents.approvals a on a.subject_kind = 'invocation' and a.subject_id = i.id and a.revision = i.revision
    where i.id = ${id} and a.status = 'pending' and not exists (
      select from agents.approval_sights s where s.approval_id = a.id and s.person_id = ${session.personId})`;
  const call = await readApproval(sql, session, id);
  return call && { ...call, ...(await readReading(sql, session.token, call.approvalId)) };
}
