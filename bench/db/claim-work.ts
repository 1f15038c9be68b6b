import type { Sql } from "postgres";
import { registerWorker } from "#db/testing/fixtures.ts";
import { LEASE_SECONDS } from "#lib/dispatch/claim.ts";
import { complete, type Ending } from "#lib/dispatch/complete.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { Work } from "../drive-clients.ts";
import { INPUT, OUTPUT, QueueRanDry } from "../scene/claimed-call.ts";

const ENDING: Ending = {
  status: "completed",
  raw: Buffer.from(JSON.stringify(OUTPUT)),
  cleanedJson: JSON.stringify(OUTPUT),
  findings: [],
  run: { usage: { wallMs: 41, cpuMs: 20, maxMemoryMb: 48 }, network: [], exitCode: 0 },
};

export async function registerWorkers(worker: Sql, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push(await registerWorker(worker, `bench-${n}`));
  }
  return ids;
}

/** Takes the next released call and reports its end: two transactions, each audited. The run between them is not the database's. */
export function claimWork(workers: readonly string[]): Work {
  return async (sql, client) => {
    const worker = workers[client % workers.length] ?? "";
    if (!(await complete(sql, worker, await claim(sql, worker), ENDING, sealForTest)))
      throw new Error("A completion was refused.");
  };
}

/** One that was set aside is no claim and no empty queue: a worker asks again, as in use. */
async function claim(sql: Sql, worker: string): Promise<{ id: string; fence: number }> {
  const [row] = await sql<{ claim: { id: string; fence: number } | { setAside: string } | null }[]>`
    select agents.fn_claim_tool_invocation(${worker}, ${LEASE_SECONDS}) as claim`;
  if (!row?.claim) throw new QueueRanDry();
  return "setAside" in row.claim ? claim(sql, worker) : row.claim;
}

/** Puts released calls of all agents there for workers to take, up to `count`; as owner and past the gateway, because asking is not what is measured. */
export async function releaseCalls(admin: Sql, count: number): Promise<void> {
  await admin.begin(async (sql) => {
    const [waiting] = await sql<{ calls: number }[]>`
      select count(*)::int as calls from agents.tool_invocations where status = 'running' and claimed_at is null`;
    await sql`
      with asked as (
        insert into agents.tool_invocations (id, agent_id, agent_key_id, tool_id, tool_version_id, status, approval_status,
          required_approvals, tier, revision, binding_digest, policy_version, effect, asked_at, started_at, claimable_at,
          execution_expires_at, fence)
        select airlock.new_id(), k.agent_id, k.id, t.id, v.id, 'running', 'not_required', 0, 'low', 1,
          airlock.binding_digest(v.definition_hash, airlock.sha256_hex(${INPUT}), airlock.policy_version(), 1),
          airlock.policy_version(), 'Reads a file.', now(), now(), clock_timestamp(), now() + interval '1 hour', 0
        from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
        cross join generate_series(1, ${Math.max(0, count - (waiting?.calls ?? 0))}::int) n
        join (
          select agent_id, min(id::text)::uuid as id, row_number() over (order by agent_id) - 1 as turn, count(*) over () as agents
          from agents.agent_keys group by agent_id) k on k.turn = n % k.agents
        where t.name = 'read_file'
        returning id)
      insert into agents.invocation_inputs (invocation_id, revision, input, input_digest, trace)
      select id, 1, ${INPUT}, airlock.sha256_hex(${INPUT}), '{"version": 1, "lines": []}' from asked`;
  });
}
