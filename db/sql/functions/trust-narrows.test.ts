import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";

/** Every declared level, with every trust as a whole and in the category, or none: what a call is decided at. */
const LEVELS = ["sandboxed", "restricted", "standard", "elevated"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  const owner = await makePerson(admin, "admin");
  for (const category of CATEGORIES)
    await pinTool(admin, contractOf({ name: `in_${category}`, category, actionType: "fs:read" }));
  const [custom] = await admin<{ grants: object }[]>`select grants from agents.access_levels where level = 'standard'`;
  await admin.begin(async (sql) => {
    // Combinations that no door leads to are tried as well.
    await sql`alter table agents.agent_trust disable trigger guard_trust`;
    await sql`
      create table public.combinations as
      select airlock.new_id() as id, d as declared, w as whole, c as category, n
      from unnest(${[...LEVELS, "custom"]}::text[]) d, unnest(${["", ...LEVELS]}::text[]) w, unnest(${["", ...LEVELS]}::text[]) c
      cross join lateral (select 1) o (n)`;
    await sql`
      insert into agents.agents (id, name, description, owner_id, access_level, custom_grants, created_at)
      select c.id, 'c' || row_number() over (), '', ${owner.id}, c.declared, case when c.declared = 'custom' then ${sql.json(custom?.grants as never)}::jsonb end, now()
      from public.combinations c`;
    await sql`insert into agents.agent_trust (agent_id, category, level, since) select c.id, 'all', c.whole, now() from public.combinations c where c.whole <> ''`;
    await sql`
      insert into agents.agent_trust (agent_id, category, level, since)
      select c.id, k, c.category, now() from public.combinations c, unnest(${[...CATEGORIES]}::text[]) k where c.category <> ''`;
    await sql`alter table agents.agent_trust enable always trigger guard_trust`;
  });
});
afterAll(async () => {
  await database.drop();
});

test("trust never widens access: what an agent acts at reaches no further than its declared level, nor than what it is trusted with", async () => {
  const wrong = await database.admin`
    select c.declared, c.whole, c.category, t.category as tool, t.acts_at
    from public.combinations c join airlock.call_terms t on t.agent_id = c.id and t.tool_name like 'in\\_%'
    join agents.agents a on a.id = c.id
    cross join lateral (select coalesce(a.custom_grants, (select l.grants from agents.access_levels l where l.level = c.declared)) as grants) declared
    where airlock.reaches_further(t.grants, declared.grants)
      or exists (
        select from agents.access_levels l where l.level in (c.whole, c.category) and airlock.reaches_further(t.grants, l.grants))
      or (c.declared <> 'custom' and (select l.rank from agents.access_levels l where l.level = t.acts_at) <> (
        select min(l.rank) from agents.access_levels l where l.level in (c.declared, c.whole, c.category)))`;
  expect(wrong).toEqual([]);
});

test("losing trust never frees what took a person, whatever category a tool says that it is of", async () => {
  const { admin } = database;
  const actions = ["deploy:production", "db:mutate", "web:post", "comms:external"];
  for (const actionType of actions)
    await pinTool(
      admin,
      contractOf({ name: `as_${actionType.replace(":", "_")}`, category: "code_execution", actionType }),
    );
  const freed = await admin`
    with decided as (
      select c.declared, c.whole, t.action_type, d.rank, (airlock.verdict_of(airlock.decide_call(t, null, null)) ->> 'kind') as kind
      from public.combinations c join airlock.call_terms t on t.agent_id = c.id and t.tool_name like 'as\\_%'
      join agents.access_levels d on d.level = c.whole
      where c.category = '')
    select high.declared, high.whole as held_at, low.whole as free_at, high.action_type
    from decided high join decided low on low.declared = high.declared and low.action_type = high.action_type and low.rank < high.rank
    where high.kind <> 'run' and low.kind = 'run'`;
  expect(freed).toEqual([]);
});

test("control: all combinations were looked at, and without narrowing many would reach further", async () => {
  const [row] = await database.admin`
    select count(*)::int as looked, count(*) filter (where airlock.reaches_further(
      (select l.grants from agents.access_levels l where l.level = c.declared), t.grants))::int as narrowed
    from public.combinations c join airlock.call_terms t on t.agent_id = c.id and t.tool_name like 'in\\_%'`;
  expect(row?.looked).toBe(5 * 5 * 5 * CATEGORIES.length);
  expect(row?.narrowed).toBeGreaterThan(500);
});
