import type { Sql, TransactionSql } from "postgres";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { lookAtTrust } from "#lib/trust/look-at-trust.ts";
import { GARDENER } from "./people.ts";

/** Trust a category, as a house might begin with it: everyday work rises by itself, a deployment never does. */
const EARNED: TrustSection = {
  strategy: "per_category",
  initial_levels: { file_system: "standard", version_control: "restricted", web: "restricted" },
  promotion_criteria: {
    version_control: {
      restricted_to_standard: { score: 0.95, tasks_completed: 10, quality_score_min: 7 },
      standard_to_elevated: { score: 0.99, requires_human_approval: true },
    },
    web: { restricted_to_standard: { score: 0.95, time_active_days: 14 } },
    deployment: {
      sandboxed_to_restricted: { tasks_completed: 20, quality_score_min: 8.5, requires_human_approval: true },
    },
  },
  re_verification: { enabled: true, interval_days: 90, decay_on_idle_days: 30, decay_on_error_rate: 0.15 },
};

/** What it did a day, for six weeks: [tool, difficulty, completed, every how many days one more failed]. */
const WORK: readonly (readonly [string, number, number, number])[] = [
  ["read_file", 1, 9, 20],
  ["write_file", 2, 3, 0],
  ["git_commit", 2, 2, 15],
  ["http_fetch", 2, 1, 9],
];
const DAYS = 42;

/** An agent with a past, so that the pages about trust have something to show: evidence of six weeks, what people said of it, and a mishap. */
export async function loadEarnedTrust(sql: TransactionSql): Promise<void> {
  const [agent] = await sql<{ id: string }[]>`
    update agents.agents set created_at = now() - make_interval(days => ${DAYS + 1}) where name = ${GARDENER} returning id`;
  if (!agent) throw new Error(`the demo has no ${GARDENER}`);
  const document = { ...POLICY_AS_SHIPPED, agents: { [GARDENER]: { profiles: [], trust: EARNED } } };
  const [policy] = await sql<{ version: number }[]>`
    insert into agents.policy_versions (version, document, reason, created_at)
    select max(v.version) + 1, ${sql.json(document as never)}, 'The demo: one agent earns its trust.', now() from agents.policy_versions v returning version`;
  await sql`select airlock.put_in_force(${policy?.version ?? 0})`;
  await sql`select airlock.begin_trust(${agent.id})`;
  for (const [tool, difficulty, completed, everyDays] of WORK)
    await sql`
      insert into agents.trust_tallies (agent_id, category, tool_version_id, stretch, difficulty, completed, failed, approved, tasks_done, judged_count, judged_sum,
        judged_squares, last_success_at)
      select ${agent.id}, t.category, t.pinned_version_id, date_trunc('day', now(), 'UTC') - make_interval(days => d), ${difficulty}, ${completed} + d % 3,
        case when ${everyDays} > 0 and d % ${Math.max(1, everyDays)} = 3 then 1 else 0 end, case when ${difficulty} > 1 then 1 else 0 end,
        (d % 6 = 0)::int, (d % 6 = 0)::int, case when d % 6 = 0 then 8 else 0 end, case when d % 6 = 0 then 64 else 0 end,
        date_trunc('day', now(), 'UTC') - make_interval(days => d) + interval '15 hours'
      from generate_series(1, ${DAYS}) d join agents.tools_registry t on t.name = ${tool} and t.pinned_version_id is not null
      where extract(isodow from now() - make_interval(days => d)) < 6`;
  const said = [
    ["feedback", "olga@airlock.example", null, 8, "Clean commits, good messages.", 12],
    ["incident", "rita@airlock.example", "minor", null, "Committed to a branch that was not its own.", 9],
  ] as const;
  for (const [kind, email, severity, quality, summary, ago] of said)
    await sql`
      insert into agents.trust_reports (id, agent_id, kind, person_id, task_id, category, severity, quality, summary, counted, at)
      select airlock.new_id(), ${agent.id}, ${kind}, p.id, ${kind === "feedback" ? "spring-clean" : null}, 'version_control', ${severity}, ${quality}, ${summary}, '[]',
        now() - make_interval(days => ${ago}) from agents.people p where p.email = ${email}`;
}

/** The first look, so that nobody waits a minute for it. */
export async function lookAtEarnedTrust(admin: Sql): Promise<void> {
  await lookAtTrust(
    async (statement, values) => (await admin.unsafe<{ answer: unknown }[]>(statement, values as never[]))[0]?.answer,
  );
}
