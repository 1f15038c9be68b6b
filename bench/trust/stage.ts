import type { Sql } from "postgres";
import { putTrust } from "#db/testing/trust-fixtures.ts";

const AGENTS = 10_000;
/** Of each hundred agents, how many did something between the two looks. */
const BUSY_SHARE = 0.02;
/** A hundredth of what there is. */
const NEW_CALLS = 10_000;

/** Ten thousand agents among whom the history's calls are spread, all of them where the strategy starts. */
export async function fillStage(admin: Sql): Promise<void> {
  await admin`
    insert into agents.agents (id, name, description, owner_id, access_level, created_at)
    select airlock.new_id(), 'crowd-' || n, '', (select p.id from agents.people p limit 1), 'elevated', now() - interval '1 year'
    from generate_series((select count(*) from agents.agents) + 1, ${AGENTS}) n`;
  await admin`create temporary table crowd as select id, row_number() over (order by id)::int - 1 as place from agents.agents`;
  await admin`create index on crowd (place)`;
  // Only whom an event is about: that is what evidence is gathered by.
  await unguarded(admin, "events", async () => {
    await admin`
      update agents.events e set agent_id = c.id from crowd c
      where e.agent_id is not null and c.place = abs(hashtext(e.subject::text)) % ${AGENTS}
        and e.type in ('tool_invocation_completed', 'tool_invocation_failed', 'tool_invocation_denied', 'tool_invocation_decided')`;
  });
  await putTrust(admin, { strategy: "weighted" });
  await admin`select airlock.begin_trust(c.id) from crowd c`;
  await admin`analyze agents.events, agents.agent_trust, agents.agents`;
}

/** As if nobody had ever looked. */
export async function forgetLooks(admin: Sql): Promise<void> {
  await admin`truncate agents.trust_tallies, agents.trust_standings`;
  await admin`update agents.trust_cursor set txid = '0', event_id = 0`;
  await admin`insert into agents.trust_standings (agent_id, seen) select id, 1 from agents.agents`;
  await admin`vacuum analyze agents.trust_tallies, agents.trust_standings`;
}

/** What a few of them did since: calls like those before, told anew. */
export async function doMore(admin: Sql): Promise<number> {
  const [row] = await admin<{ calls: number }[]>`
    with told as (
      insert into agents.events (type, at, subject, agent_id, data)
      select e.type, now(), e.subject, c.id, e.data
      from (
        select type, subject, data, row_number() over () as n from agents.events where type = 'tool_invocation_completed' limit ${NEW_CALLS}
      ) e join crowd c on c.place = e.n % ${AGENTS * BUSY_SHARE} returning id
    )
    select count(*)::int as calls from told`;
  return row?.calls ?? 0;
}

async function unguarded(admin: Sql, table: string, work: () => Promise<void>): Promise<void> {
  const triggers = await admin<{ name: string }[]>`
    select t.tgname as name from pg_trigger t where t.tgrelid = ${`agents.${table}`}::regclass and not t.tgisinternal`;
  for (const { name } of triggers) await admin`alter table agents.${admin(table)} disable trigger ${admin(name)}`;
  await work();
  for (const { name } of triggers) await admin`alter table agents.${admin(table)} enable always trigger ${admin(name)}`;
}
