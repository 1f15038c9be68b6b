import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { SafetyClass, Tier } from "#lib/policy/vocabulary.ts";

export type Proof = "passkey" | "totp";

/** What one person has to do, beside looking, before the database takes their yes. */
export interface Reading {
  readonly proofs: readonly Proof[];
  readonly readableFrom: string | null;
  readonly hurried: boolean;
}

interface Question {
  readonly approvalId: string;
  readonly tier: Tier;
  readonly safetyClass: SafetyClass;
}

/** As airlock.proofs_for has it. */
const PROOFS: Partial<Record<SafetyClass, readonly Proof[]>> = {
  privileged: ["passkey"],
  financial: ["passkey", "totp"],
};

/**
 * Said beforehand in the words of airlock.check_reading, airlock.is_hurried and airlock.proofs_for, which the page's login
 * cannot call; they decide again.
 */
export async function readReading(
  sql: postgres.Sql,
  personId: string,
  { approvalId, tier, safetyClass }: Question,
): Promise<Reading> {
  const [row] = plainRows(
    await sql<{ stepUp: boolean; hurried: boolean; readableFrom: string | null }[]>`
    with setting as materialized (select s.name, s.value::float8 as value from agents.settings s),
    haste as materialized (
      select count(*) >= (select value from setting where name = 'hurried_window')
        and percentile_cont(0.5) within group (order by extract(epoch from l.at - l.seen_at))
          < (select value from setting where name = 'hurried_seconds') as hurried
      from (
        select v.at, v.seen_at from agents.approval_votes v
        where v.person_id = ${personId} and v.decision = 'approve' and v.seen_at is not null and v.at > now() - interval '8 hours'
        order by v.at desc limit (select value::int from setting where name = 'hurried_window')
      ) l
    )
    select coalesce((select value from setting where name = 'step_up'), 1) = 1 as "stepUp", coalesce(h.hurried, false) as hurried,
      case when ${tier} in ('high', 'dual') and (select value from setting where name = 'reading_seconds') > 0 then
        coalesce((select g.at from agents.approval_sights g where g.approval_id = ${approvalId} and g.person_id = ${personId}), now())
          + make_interval(secs => (select value from setting
              where name = case when h.hurried then 'hurried_reading_seconds' else 'reading_seconds' end))
      end as "readableFrom"
    from haste h`,
  );
  if (!row) throw new Error("The settings gave no answer.");
  return {
    proofs: row.stepUp ? (PROOFS[safetyClass] ?? []) : [],
    readableFrom: row.readableFrom,
    hurried: row.hurried,
  };
}
