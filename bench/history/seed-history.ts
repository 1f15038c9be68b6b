import type { Sql, TransactionSql } from "postgres";
import { readInstallation } from "#db/installation.ts";
import { readLaneHeads } from "#lib/audit/verify/read-database.ts";
import { AuditChains } from "./audit-chains.ts";
import { copyRows } from "./copy-rows.ts";
import { type Cast, describeOldCall, type OldCall, type OldTool } from "./old-call.ts";
import { AUDIT_COLUMNS, auditRowsOf, TABLES } from "./rows.ts";
import { actAs, withoutGuards } from "./without-guards.ts";

export interface History {
  readonly calls: number;
  /** The history ends a day before. */
  readonly now: number;
  say?(line: string): void;
  /** Loading takes minutes: who asks to stop need not wait for the end. */
  readonly signal?: AbortSignal;
}

/**
 * Loads a long past into a database that is marked for benches: calls that ended in every way, with inputs, runs,
 * outputs, approvals, votes, events, and an audit log that verifies. One transaction: all of it or nothing.
 */
export async function seedHistory(admin: Sql, { calls, now, say = () => {}, signal }: History): Promise<void> {
  const kind = await readInstallation(admin);
  if (kind !== "bench") throw new Error(`A history is only loaded into a bench, and this is ${kind ?? "not marked"}.`);
  await admin.begin(async (sql) => {
    await sql`set local maintenance_work_mem = '512MB'`;
    const cast = await readCast(sql);
    const chains = new AuditChains(await readLaneHeads(sql));
    await withoutGuards(sql, OWNERS, async () => {
      for (let first = 0; first < calls; first += BATCH_CALLS) {
        signal?.throwIfAborted();
        if (first > 0 && first % 100_000 === 0) say(`${first.toLocaleString("en")} calls`);
        const past = Array.from({ length: Math.min(BATCH_CALLS, calls - first) }, (_, n) =>
          describeOldCall(first + n, calls, now, cast),
        );
        await copyCalls(sql, past, cast);
        await copyLog(sql, past, cast, chains);
      }
      await moveHeads(sql, chains);
      say("indexes and foreign keys");
    });
  });
}

/** Few enough to hold in memory, enough that the start of each COPY costs nothing. */
const BATCH_CALLS = 20_000;

const OWNER = "airlock_owner";
const LOG_OWNER = "airlock_audit_owner";
const OWNERS = [
  { owner: OWNER, tables: TABLES.map(({ table }) => table) },
  { owner: LOG_OWNER, tables: ["audit.events", "audit.lanes"] },
];

async function copyCalls(sql: TransactionSql, past: readonly OldCall[], cast: Cast): Promise<void> {
  await actAs(sql, OWNER);
  for (const { table, columns, rowsOf } of TABLES) {
    await copyRows(
      sql,
      table,
      columns,
      each(past, (call) => rowsOf(call, cast)),
    );
  }
}

async function copyLog(sql: TransactionSql, past: readonly OldCall[], cast: Cast, chains: AuditChains): Promise<void> {
  await actAs(sql, LOG_OWNER);
  await copyRows(
    sql,
    "audit.events",
    AUDIT_COLUMNS,
    each(past, (call) => auditRowsOf(call, cast, chains)),
  );
}

async function moveHeads(sql: TransactionSql, chains: AuditChains): Promise<void> {
  for (const { lane, seq, hash, prev, atUs } of chains.movedHeads()) {
    await sql`
      update audit.lanes set seq = ${seq}, hash = ${Buffer.from(hash, "hex")}, prev = ${Buffer.from(prev, "hex")}, at_us = ${atUs}
      where lane = ${lane}`;
  }
}

function* each<From, To>(items: Iterable<From>, rowsOf: (item: From) => To[]): Generator<To> {
  for (const item of items) yield* rowsOf(item);
}

async function readCast(sql: TransactionSql): Promise<Cast> {
  const agents = await sql<{ id: string; keyId: string }[]>`
    select agent_id as id, (array_agg(id order by id))[1] as "keyId" from agents.agent_keys group by agent_id order by 1`;
  const tools = await sql<OldTool[]>`
    select t.id, v.id as "versionId", t.name, v.definition_hash as "definitionHash", t.requires_approval as held
    from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
    where t.safety_class <> 'privileged' order by t.name`;
  const voters = await sql<
    { id: string }[]
  >`select id from agents.people where role in ('operator', 'reviewer') order by id`;
  const [worker] = await sql<{ id: string }[]>`
    insert into agents.workers (id, name, started_at, last_seen_at, stopped_at, backends)
    values (airlock.new_id(), 'an old worker', now(), now(), now(), '[]') returning id`;
  const [policy] = await sql<{ version: number }[]>`select airlock.policy_version() as version`;
  return {
    agents: [...agents],
    freeTools: tools.filter(({ held }) => !held),
    heldTools: tools.filter(({ held }) => held),
    voters: voters.map(({ id }) => id),
    workerId: worker?.id ?? "",
    policyVersion: policy?.version ?? 1,
  };
}
