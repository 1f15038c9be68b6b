import type { TransactionSql } from "postgres";

/** What the migration to sealed outputs deleted goes on record like any other deletion: once, by its number. */
export async function noteUnsealed(sql: TransactionSql): Promise<void> {
  const [gone] = await sql<{ count: number }[]>`
    select count(*)::int as count from agents.invocation_outputs where raw_deleted_why = 'unsealed'`;
  if (!gone || gone.count === 0) return;
  await sql.unsafe("set local role airlock_owner");
  await sql`
    select audit.append('system', 'output.raw_deleted', 'installation:outputs', jsonb_build_object('why', 'unsealed', 'count', ${gone.count}::int))`;
  await sql.unsafe("reset role");
}
