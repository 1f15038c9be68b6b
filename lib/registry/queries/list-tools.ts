import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { Category, EgressClass, Risk, SafetyClass, ToolState } from "#lib/policy/vocabulary.ts";

export interface ToolItem {
  readonly id: string;
  readonly name: string;
  readonly summary: string | null;
  readonly state: ToolState;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
  readonly category: Category;
  readonly actionType: string;
  readonly risk: Risk | null;
  readonly requiresApproval: boolean;
  readonly version: number | null;
  readonly definitionHash: string | null;
  readonly external: boolean;
  readonly inReview: number;
  readonly callsToday: number;
  readonly findings: number;
}

export async function listTools(sql: postgres.Sql): Promise<ToolItem[]> {
  return plainRows(
    await sql<ToolItem[]>`
    select
      t.id, t.name, v.contract ->> 'summary' as summary, t.state, t.safety_class as "safetyClass",
      t.egress_class as "egressClass", t.category, t.action_type as "actionType", t.risk,
      t.requires_approval as "requiresApproval", v.number as version, v.definition_hash as "definitionHash",
      coalesce(v.contract #>> '{runtime,kind}' = 'external', false) as external,
      (select count(*)::int from agents.tool_versions r where r.tool_id = t.id and r.state = 'review') as "inReview",
      coalesce(d.calls, 0) as "callsToday",
      coalesce(jsonb_array_length(v.findings), 0) as findings
    from agents.tools_registry t
    left join agents.tool_versions v on v.id = t.pinned_version_id
    left join (
      select i.tool_id, count(*)::int as calls from agents.tool_invocations i
      where i.asked_at > now() - interval '1 day' group by i.tool_id
    ) d on d.tool_id = t.id
    order by t.name`,
  );
}
