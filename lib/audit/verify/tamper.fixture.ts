/**
 * What somebody who owns the tables can do to a lane. Each tampering is a function of the lane and of the number of the first
 * entry it changes; writing the result back takes the owner's rights and the triggers out of the way.
 */
import type postgres from "postgres";
import type { AuditEntry } from "../entry.ts";
import { firstLink, hashEntry } from "../hash-entry.ts";
import type { LaneHead } from "../lane-head.ts";

export interface Lane {
  readonly entries: readonly AuditEntry[];
  readonly head: LaneHead;
}

export interface Tampering {
  readonly name: string;
  /** Whether a walk along the chain alone shows it. */
  readonly chainShows: boolean;
  /** Whether the walk names the very entry, as long as nothing was written after it, or only a stretch that holds it. */
  readonly isExact: boolean;
  /** Needs an entry after the first one it changes. */
  readonly needsNext?: boolean;
  touch(lane: Lane, first: number): Lane;
}

export const TAMPERINGS: readonly Tampering[] = [
  {
    name: "edit what a row says",
    chainShows: true,
    isExact: true,
    touch: ({ entries, head }, first) => ({ entries: edited(entries, first, { body: '{"forged": true}' }), head }),
  },
  {
    name: "swap the actor",
    chainShows: true,
    isExact: true,
    touch: ({ entries, head }, first) => ({ entries: edited(entries, first, { actor: "person:somebody-else" }), head }),
  },
  {
    name: "delete in the middle",
    chainShows: true,
    isExact: true,
    needsNext: true,
    touch: ({ entries, head }, first) => ({ entries: entries.filter(({ seq }) => seq !== first), head }),
  },
  {
    name: "swap two rows",
    chainShows: true,
    isExact: true,
    needsNext: true,
    touch: ({ entries, head }, first) => ({
      entries: entries.map((entry) =>
        entry.seq === first ? { ...entry, seq: first + 1 } : entry.seq === first + 1 ? { ...entry, seq: first } : entry,
      ),
      head,
    }),
  },
  {
    name: "edit a row and its own hash",
    chainShows: true,
    isExact: false,
    touch: ({ entries, head }, first) => {
      const forged = edited(entries, first, { actor: "person:somebody-else" });
      return { entries: forged.map((entry) => (entry.seq === first ? rehashed(entry) : entry)), head };
    },
  },
  {
    name: "delete the tail",
    chainShows: true,
    isExact: true,
    touch: ({ entries, head }, first) => ({ entries: entries.filter(({ seq }) => seq < first), head }),
  },
  {
    name: "set the head back",
    chainShows: true,
    isExact: true,
    touch: ({ entries, head }, first) => ({ entries, head: headOf(head.lane, entries.slice(0, first - 1)) }),
  },
  {
    name: "delete the tail and mend the head",
    chainShows: false,
    isExact: true,
    touch: ({ entries, head }, first) => relinked(head.lane, entries.slice(0, first - 1)),
  },
  {
    name: "rewrite the suffix",
    chainShows: false,
    isExact: false,
    touch: ({ entries, head }, first) => relinked(head.lane, edited(entries, first, { actor: "person:somebody-else" })),
  },
  {
    name: "drop a row and recompute the rest",
    chainShows: false,
    isExact: false,
    touch: ({ entries, head }, first) =>
      relinked(
        head.lane,
        entries.filter(({ seq }) => seq !== first),
      ),
  },
  {
    name: "slip a row in and recompute the rest",
    chainShows: false,
    isExact: false,
    touch: ({ entries, head }, first) => {
      const slipped = edited(entries, first, { actor: "person:somebody-else" }).slice(first - 1, first);
      return relinked(head.lane, [...entries.slice(0, first - 1), ...slipped, ...entries.slice(first - 1)]);
    },
  },
];

function edited(entries: readonly AuditEntry[], seq: number, change: Partial<AuditEntry>): AuditEntry[] {
  return entries.map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry));
}

function rehashed(entry: AuditEntry): AuditEntry {
  return { ...entry, hash: hashEntry(entry) };
}

/** Numbers and hashes made again from the first on, so that the chain holds. */
function relinked(lane: number, entries: readonly AuditEntry[]): Lane {
  const linked: AuditEntry[] = [];
  for (const entry of entries) {
    linked.push(rehashed({ ...entry, seq: linked.length + 1, prev: linked.at(-1)?.hash ?? firstLink(lane) }));
  }
  return { entries: linked, head: headOf(lane, linked) };
}

function headOf(lane: number, entries: readonly AuditEntry[]): LaneHead {
  const last = entries.at(-1);
  return { lane, seq: last?.seq ?? 0, hash: last?.hash ?? firstLink(lane) };
}

/** Does what no login may: as owner, with every guard switched off for the moment. */
export async function asOwner(
  admin: postgres.Sql,
  work: (sql: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await admin.begin(async (sql) => {
    const guards = await readGuards(sql);
    await sql`alter table audit.events disable trigger all`;
    await sql`alter table audit.lanes disable trigger all`;
    await work(sql);
    await sql`alter table audit.events enable trigger all`;
    await sql`alter table audit.lanes enable trigger all`;
    for (const { table, name } of guards.filter(({ enabled }) => enabled === "A")) {
      await sql`alter table ${sql(`audit.${table}`)} enable always trigger ${sql(name)}`;
    }
  });
}

export interface Guard {
  readonly table: string;
  readonly name: string;
  /** As the catalogue has it: `A`, whatever role replays; `O`, usually; `D`, not at all. */
  readonly enabled: string;
}

/** Every trigger that stands before the log, from the catalogue: a list kept here would forget the next one. */
export async function readGuards(sql: postgres.ISql): Promise<Guard[]> {
  return sql<Guard[]>`
    select c.relname as "table", t.tgname as name, t.tgenabled::text as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgrelid in ('audit.events'::regclass, 'audit.lanes'::regclass) and not t.tgisinternal order by 1, 2`;
}

export async function readLane(sql: postgres.ISql, lane: number): Promise<Lane> {
  const entries = await sql<AuditEntry[]>`
    select version, lane, seq::float8 as seq, at_us::text as "atUs", actor, action, subject, body,
      encode(prev, 'hex') as prev, encode(hash, 'hex') as hash
    from audit.events where lane = ${lane} order by seq`;
  const [head] = await sql<LaneHead[]>`
    select lane, seq::float8 as seq, encode(hash, 'hex') as hash from audit.lanes where lane = ${lane}`;
  if (!head) throw new Error(`There is no lane ${lane}.`);
  return { entries: [...entries], head };
}

export async function writeLane(sql: postgres.ISql, { entries, head }: Lane): Promise<void> {
  await sql`delete from audit.events where lane = ${head.lane}`;
  await sql`
    insert into audit.events (version, lane, seq, at_us, actor, action, subject, body, prev, hash)
    select e.version, e.lane, e.seq, e."atUs", e.actor, e.action, e.subject, e.body, decode(e.prev, 'hex'), decode(e.hash, 'hex')
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as e(
      version int, lane int, seq bigint, "atUs" bigint, actor text, action text, subject text, body text, prev text, hash text)`;
  await sql`update audit.lanes set seq = ${head.seq}, hash = decode(${head.hash}, 'hex') where lane = ${head.lane}`;
}

/** An empty log, as on the first day. */
export async function clearLog(admin: postgres.Sql): Promise<void> {
  await asOwner(admin, async (sql) => {
    await sql`delete from audit.events`;
    await sql`update audit.lanes set seq = 0, hash = sha256(convert_to('airlock/audit/1/' || lane, 'UTF8'))`;
  });
}
