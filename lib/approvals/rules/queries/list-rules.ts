import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { containing } from "#db/like-pattern.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { RuleEffect } from "../rule-limits.ts";
import type { RulePattern } from "../rule-pattern.ts";

/** `asleep`: whoever made it may no longer vote, so it answers for nothing until they may. */
export const RULE_STATES = ["in force", "asleep", "used up", "over", "revoked"] as const;
export type RuleState = (typeof RULE_STATES)[number];

export interface ListedRule {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly state: RuleState;
  readonly tool: string;
  readonly toolVersion: number;
  /** Null: every agent. */
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly pattern: RulePattern;
  readonly madeFrom: string;
  readonly madeBy: string;
  readonly reason: string;
  readonly uses: number;
  readonly maxUses: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  readonly revocation: string | null;
}

export interface RuleFilter {
  readonly words?: string;
  readonly effect?: RuleEffect;
  /** Those that have ended, instead of those that have not. */
  readonly ended: boolean;
  readonly before?: string;
}

const PAGE = 50;

/** Newest first. Words are looked for in the tool, the agent, who made it, the reason and the pattern. */
export async function listRules(
  sql: postgres.Sql,
  { words, effect, ended, before }: RuleFilter,
): Promise<{ items: ListedRule[]; next: string | undefined }> {
  const like = words ? containing(words) : null;
  const rows = plainRows(
    await sql<ListedRule[]>`
    select r.id, r.effect, t.name as tool, v.number as "toolVersion", r.pattern, r.made_from as "madeFrom", p.name as "madeBy", r.reason,
      r.uses, r.max_uses as "maxUses", r.created_at as "createdAt", r.expires_at as "expiresAt", r.revoked_at as "revokedAt",
      q.name as "revokedBy", r.revocation,
      case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as agent,
      case
        when r.revoked_at is not null then 'revoked'
        when r.expires_at <= now() then 'over'
        when r.uses >= r.max_uses then 'used up'
        when r.effect = 'approve' and not (p.disabled_at is null and p.role = any(c.voters) and p.counts_from <= now()) then 'asleep'
        else 'in force' end as state
    from agents.standing_rules r
    join agents.tool_versions v on v.id = r.tool_version_id
    join agents.tools_registry t on t.id = v.tool_id
    join agents.safety_classes c on c.name = t.safety_class
    join agents.people p on p.id = r.made_by
    left join agents.people q on q.id = r.revoked_by
    left join agents.agents g on g.id = r.agent_id
    where (r.revoked_at is not null or r.expires_at <= now() or r.uses >= r.max_uses) = ${ended}
      ${effect ? sql`and r.effect = ${effect}` : sql``}
      ${before && isUuid(before) ? sql`and r.id < ${before}` : sql``}
      ${like ? sql`and concat_ws(' ', t.name, coalesce(g.name, 'every agent'), p.name, r.reason, r.pattern::text) ilike ${like}` : sql``}
    order by r.id desc limit ${PAGE + 1}`,
  );
  return { items: rows.slice(0, PAGE), next: rows.length > PAGE ? rows[PAGE - 1]?.id : undefined };
}
