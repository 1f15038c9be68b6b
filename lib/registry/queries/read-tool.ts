import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";
import { type ToolContract, toolNameSchema } from "#lib/registry/contract.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import { RECENT_DAYS } from "./recent-days.ts";

export interface ToolVersionDetail {
  readonly id: string;
  readonly number: number;
  readonly state: ToolVersionState;
  readonly definitionHash: string;
  readonly partHashes: Readonly<Record<string, string>>;
  readonly contract: ToolContract;
  readonly contractText: string;
  readonly findings: readonly Finding[];
  readonly author: string | null;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
}

export interface ToolDetail {
  readonly id: string;
  readonly name: string;
  readonly state: ToolState;
  readonly requiresApproval: boolean;
  readonly pinnedVersionId: string | null;
  /** Calls of the last 30 days. */
  readonly recentCalls: number;
  readonly versions: readonly ToolVersionDetail[];
}

const VERSIONS_SHOWN = 30;

/** A tool with its versions, the newest first. */
export async function readTool(sql: postgres.Sql, name: string): Promise<ToolDetail | undefined> {
  // Out of an address: what is no name names nothing, and may hold what the database cannot even be asked about.
  if (!toolNameSchema.safeParse(name).success) return undefined;
  const rows = plainRows(
    await sql<ToolDetail[]>`
    select
      t.id, t.name, t.state, t.requires_approval as "requiresApproval", t.pinned_version_id as "pinnedVersionId",
      (
        select count(*)::int from agents.tool_invocations i
        where i.tool_id = t.id and i.asked_at > now() - make_interval(days => ${RECENT_DAYS})
      ) as "recentCalls",
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.number, 'state', v.state,
          'definitionHash', v.definition_hash, 'partHashes', v.part_hashes, 'contract', v.contract,
          'contractText', v.contract_text, 'findings', v.findings, 'author', a.name, 'createdAt', v.created_at,
          'decidedBy', d.name, 'decidedAt', v.decided_at, 'decisionReason', v.decision_reason) order by v.number desc), '[]')
        from (select * from agents.tool_versions x where x.tool_id = t.id order by x.number desc limit ${VERSIONS_SHOWN}) v
        left join agents.people a on a.id = v.author_id
        left join agents.people d on d.id = v.decided_by
      ) as versions
    from agents.tools_registry t
    where t.name = ${name}`,
  );
  return rows[0];
}
