import type { Sql } from "postgres";
import type { Work } from "../drive-clients.ts";
import { INPUT, OUTPUT, QueueRanDry } from "../scene/claimed-call.ts";

/**
 * The baseline of claiming and completing: a bare queue in a table.
 *
 * Fair, because it is the fastest form of it that still is safe with many workers: one update that takes the oldest waiting
 * job with `skip locked` through a partial index, one update that keeps the same output, each its own transaction, over
 * as many connections of the same driver to the same durable server.
 */
export const BARE_CLAIM = "bench/baselines/bare-claim.ts";

export async function makeBareQueue(admin: Sql): Promise<void> {
  await admin`
    create table bare_jobs (
      id uuid primary key default uuidv7(), status text not null, claimable_at timestamptz not null, worker text,
      input text not null, raw bytea, cleaned jsonb, completed_at timestamptz
    )`;
  await admin`create index bare_jobs_waiting on bare_jobs (claimable_at) where status = 'waiting'`;
}

export async function fillBareQueue(admin: Sql, count: number): Promise<void> {
  await admin`
    insert into bare_jobs (status, claimable_at, input)
    select 'waiting', clock_timestamp(), ${INPUT}
    from generate_series((select count(*) from bare_jobs where status = 'waiting') + 1, ${count}::int)`;
}

const raw = Buffer.from(JSON.stringify(OUTPUT));
const cleaned = JSON.stringify(OUTPUT);

export function bareClaim(): Work {
  return async (sql, client) => {
    const [job] = await sql<{ id: string }[]>`
      update bare_jobs set status = 'running', worker = ${`bench-${client}`}
      where id = (
        select id from bare_jobs where status = 'waiting' order by claimable_at for update skip locked limit 1)
      returning id, input`;
    if (!job) throw new QueueRanDry();
    await sql`
      update bare_jobs
      set status = 'completed', raw = ${raw}, cleaned = ${cleaned}::text::jsonb, completed_at = now()
      where id = ${job.id}`;
  };
}
