import type { Sql, TransactionSql } from "postgres";
import { readInstallation } from "#db/installation.ts";
import { readLaneHeads } from "#lib/audit/verify/read-database.ts";
import { AuditChains } from "./audit-chains.ts";
import { copyRows } from "./copy-rows.ts";
import { type Cast, describeOldCall, type OldCall, type OldTool } from "./old-call.ts";
import { AUDIT_COLUMNS, auditRowsOf, TABLES } from "./rows.ts";
import { withoutGuards } from "./without-guards.ts";

export interface History {
  readonly calls: number;
  /** The history ends a day before. */
  readonly now: number;
  say?(line: string): void;
}

/**
 * Loads a long past into a database that is marked for benches: calls that ended in every way, with inputs, runs,
 * outputs, approvals, votes, events, and an audit log that verifies. One transaction: all of it or nothing.
 */
export async function seedHistory(admin: Sql, { calls, now, say = () => {} }: History): Promise<void> {
  const kind = await readInstallation(admin);
  if (kind !== "bench") throw new Error(`A history is only loaded into a bench, and this is ${kind ?? "not marked"}.`);
  await admin.begin(async (sql) => {
    await sql`set local maintenance_work_mem = '512MB'`;
    const cast = await readCast(sql);
    const past = () => callsOf(calls, now, cast);
    const tables = TABLES.map(({ table }) => table);
    await withoutGuards(sql, "airlock_owner", tables, async () => {
      for (const { table, columns, rowsOf } of TABLES) {
        say(`  ${table}`);
        await copyRows(
          sql,
          table,
          columns,
          each(past(), (call) => rowsOf(call, cast)),
        );
      }
      say("  indexes and foreign keys");
    });
    await withoutGuards(sql, "airlock_audit_owner", ["audit.events", "audit.lanes"], async () => {
      say("  audit.events");
      const chains = new AuditChains(await readLaneHeads(sql));
      await copyRows(
        sql,
        "audit.events",
        AUDIT_COLUMNS,
        each(past(), (call) => auditRowsOf(call, cast, chains)),
      );
      for (const { lane, seq, hash } of chains.heads()) {
        await sql`update audit.lanes set seq = ${seq}, hash = ${Buffer.from(hash, "hex")} where lane = ${lane}`;
      }
      say("  indexes of the log");
    });
  });
}

function* callsOf(count: number, now: number, cast: Cast): Generator<OldCall> {
  for (let number = 0; number < count; number += 1) yield describeOldCall(number, count, now, cast);
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
