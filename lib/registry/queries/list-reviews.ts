import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { SafetyClass, ToolSource, ToolState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { DriftSeverity } from "#lib/registry/drift/change.ts";
import { compareContracts } from "#lib/registry/drift/compare-contracts.ts";
import { driftOf } from "#lib/registry/drift/drift-of.ts";
import { type Finding, SEVERITIES, type Severity } from "#lib/sanitise/finding.ts";

/** A version that waits for reviewers. */
export interface ReviewItem {
  readonly approvalId: string;
  readonly tool: string;
  readonly toolState: ToolState;
  readonly safetyClass: SafetyClass;
  readonly number: number;
  /** The version in force that it would replace. */
  readonly inForce: number | null;
  readonly source: ToolSource;
  readonly server: string | null;
  readonly author: string | null;
  readonly findings: number;
  /** How grave the gravest of them is. */
  readonly worst: Severity | null;
  readonly required: number;
  /** How many have said yes; null for somebody who has not voted. */
  readonly votes: number | null;
  readonly voted: boolean;
  readonly isAuthor: boolean;
  readonly askedAt: string;
  readonly expiresAt: string;
  /** How many things changed against the version in force, and how grave the gravest is; null for a first version. */
  readonly changes: number | null;
  readonly severity: DriftSeverity | null;
}

interface ReviewRow extends Omit<ReviewItem, "changes" | "severity" | "findings" | "worst"> {
  readonly contract: ToolContract;
  readonly before: ToolContract | null;
  readonly found: readonly Finding[];
  readonly foundBefore: readonly Finding[] | null;
}

/** Contracts are read to say what changed in them, so a page is short. */
export const REVIEWS_A_PAGE = 25;

/** What waits for reviewers, the oldest question first. */
export async function listReviews(
  sql: postgres.Sql,
  viewerId: string,
  after?: string,
  limit = REVIEWS_A_PAGE,
): Promise<{ items: ReviewItem[]; next: string | undefined }> {
  if (after !== undefined && !isUuid(after)) return { items: [], next: undefined };
  const rows = plainRows(
    await sql<ReviewRow[]>`
    with page as materialized (
      select a.* from agents.approvals a
      where a.status = 'pending' and a.subject_kind = 'tool_version' and a.expires_at > now()
        ${after ? sql`and (a.created_at, a.id) > (select p.created_at, p.id from agents.approvals p where p.id = ${after})` : sql``}
      order by a.created_at, a.id
      limit ${limit + 1}
    )
    select
      a.id as "approvalId", t.name as tool, t.state as "toolState", v.contract ->> 'safetyClass' as "safetyClass",
      v.number, b.number as "inForce", v.source, s.name as server, p.name as author,
      v.findings as found, b.findings as "foundBefore", a.required,
      case when mine.id is not null then
        (select count(*)::int from agents.approval_votes y where y.approval_id = a.id and y.decision = 'approve') end as votes,
      mine.id is not null as voted,
      coalesce(v.author_id = ${viewerId}, false) as "isAuthor",
      a.created_at as "askedAt", a.expires_at as "expiresAt", v.contract, b.contract as before
    from page a
    join agents.tool_versions v on v.id = a.subject_id
    join agents.tools_registry t on t.id = v.tool_id
    left join agents.tool_versions b on b.id = t.pinned_version_id
    left join agents.mcp_servers s on s.id = v.server_id
    left join agents.people p on p.id = v.author_id
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewerId}
    order by a.created_at, a.id`,
  );
  const items = rows.slice(0, limit).map(toItem);
  return { items, next: rows.length > limit ? items.at(-1)?.approvalId : undefined };
}

function toItem({ contract, before, found, foundBefore, ...row }: ReviewRow): ReviewItem {
  const noticed = { findings: found.length, worst: worstOf(found) };
  if (!before) return { ...row, ...noticed, changes: null, severity: null };
  const changes = compareContracts(before, contract, { before: foundBefore ?? [], after: found });
  return { ...row, ...noticed, changes: changes.length, severity: driftOf(changes, before).severity };
}

function worstOf(findings: readonly Finding[]): Severity | null {
  return SEVERITIES.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? null;
}
