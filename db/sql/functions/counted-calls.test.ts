import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { randomOf } from "#db/testing/random.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/**
 * What counting rules and budgets count is looked up by indexes, a way for each question. Here each answer is held against the
 * question as anybody would write it, over the whole table.
 */
let database: TestDatabase;
let sql: Sql;
let agents: TestAgent[];
const tools: (TestTool & { toolId: string })[] = [];

const WORDS = [null, "", "a", "b"] as const;
const STATES = ["denied", "pending", "running", "completed", "failed", "rejected", "cancelled", "unknown"] as const;
const WINDOWS = ["1 minute", "1 hour", "1 day"] as const;
const CALLS = 600;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.admin;
  const owner = await makePerson(sql, "admin");
  agents = [await makeAgent(sql, owner.id), await makeAgent(sql, owner.id)];
  for (const more of [
    { actionType: "memory:read", category: "memory" as const },
    { maxCost: 0 },
    { maxCost: 2.5, actionType: "fs:write" },
  ]) {
    const tool = await pinTool(sql, contractOf(more));
    const [row] = await sql<
      { toolId: string }[]
    >`select tool_id as "toolId" from agents.tool_versions where id = ${tool.versionId}`;
    tools.push({ ...tool, toolId: row?.toolId ?? "" });
  }
  await sql`alter table agents.tool_invocations disable trigger all`;
  await sql`insert into agents.tool_invocations ${sql(randomCalls(7))}`;
  await sql`alter table agents.actions disable trigger all`;
  await sql`insert into agents.actions ${sql(randomActions(8))}`;
});
afterAll(() => database.drop());

/** Of every age around the edges of the windows, with ids in the order of time, as `airlock.new_id` makes them. */
function randomCalls(seed: number) {
  const random = randomOf(seed);
  return Array.from({ length: CALLS }, () => {
    const agent = random.pick(agents);
    const tool = random.pick(tools);
    const ageMs =
      random.pick([1, 59_000, 61_000, 3_500_000, 3_700_000, 86_000_000, 87_000_000]) + random.integer(0, 499);
    const at = new Date(Date.now() - ageMs);
    const status = random.pick(STATES);
    const millis = at.getTime().toString(16).padStart(12, "0");
    return {
      id: `${millis.slice(0, 8)}-${millis.slice(8)}-7${randomUUID().slice(15)}`,
      agent_id: agent.id,
      agent_key_id: randomUUID(),
      tool_id: tool.toolId,
      tool_version_id: tool.versionId,
      status,
      approval_status: "not_required",
      required_approvals: 0,
      tier: "low",
      revision: 1,
      binding_digest: "x",
      policy_version: 1,
      effect: "none",
      session_id: random.pick(WORDS),
      task_id: random.pick(WORDS),
      asked_at: at,
      fence: 0,
      cost_estimate: random.pick([null, null, 0, 0.25, 3]),
      is_drill: (status === "pending" || status === "denied") && random.chance(0.25),
    };
  });
}

function randomActions(seed: number) {
  const random = randomOf(seed);
  return Array.from({ length: CALLS / 3 }, () => ({
    id: randomUUID(),
    agent_id: random.pick(agents).id,
    agent_key_id: randomUUID(),
    action_type: random.pick(["fs:write", "docs:write", "memory:read", "org:hire"]),
    ...{ payload: "{}", digest: "x", required_approvals: 0, policy_version: 1, trace: sql.json({}) },
    session_id: random.pick(WORDS),
    task_id: random.pick(WORDS),
    status: random.pick(["denied", "pending", "approved", "rejected", "expired"]),
    asked_at: new Date(),
  }));
}

const counted = () => sql`i.status not in ('denied', 'rejected') and not i.is_drill`;

describe("what is counted of a random history is what is there", () => {
  test("in each session and task, with and without one", async () => {
    for (const { id: agent } of agents)
      for (const { toolId: tool, name } of tools)
        for (const per of ["session", "task"])
          for (const word of WORDS)
            for (const most of [0, 3, 1000]) {
              const other = word === "a" ? "b" : "a";
              const [session, task] = per === "task" ? [other, word] : [word, other];
              const within = sql`i.agent_id = ${agent} and ${per === "task" ? sql`i.task_id` : sql`i.session_id`} is not distinct from ${word}`;
              const [row] = await sql`
                with these as (select i.id from agents.tool_invocations i where ${within} and i.tool_id = ${tool} and ${counted()})
                select (select least(count(*), ${most})::int from these) as slow,
                  airlock.calls_made(${agent}, ${tool}, ${per}, ${session}, ${task}, null, ${most}) as fast,
                  (select least(count(*) - 1, ${most})::int from these) as slow_but_one,
                  airlock.calls_made(${agent}, ${tool}, ${per}, ${session}, ${task}, (select min(t.id::text)::uuid from these t), ${most}) as fast_but_one,
                  exists (select from agents.tool_invocations i where ${within} and i.tool_id = ${tool} and i.status = 'completed') as slow_done,
                  airlock.not_completed(${agent}, ${[name]}, ${per}, ${session}, ${task}) is null as fast_done`;
              expect(row, `${per} ${word}`).toMatchObject({
                slow: row?.fast,
                slow_but_one: row?.fast_but_one,
                slow_done: row?.fast_done,
              });
            }
  });

  test("of all that an action means together, whether tools do it or none", async () => {
    const means: [action: string, tools: number[], types: string[]][] = [
      ["fs", [1, 2], ["fs:write"]],
      ["fs:write", [2], ["fs:write"]],
      ["file_system", [1, 2], ["fs:write", "docs:write"]],
      ["memory", [0], ["memory:read"]],
      ["org", [], ["org:hire"]],
      ["vcs", [], []],
    ];
    const met = new Map<string, number>();
    for (const { id: agent } of agents)
      for (const [action, places, types] of means)
        for (const per of ["session", "task"])
          for (const word of WORDS) {
            const ids = places.map((place) => tools[place]?.toolId ?? "");
            const [session, task] = per === "task" ? ["a", word] : [word, "a"];
            const within = (row: string) =>
              sql`${sql(row)}.agent_id = ${agent} and ${sql(row)}.${sql(`${per}_id`)} is not distinct from ${word}`;
            const [row] = await sql<{ slow: number; fast: number; few: number; but: number; gone: string | null }[]>`
              with calls as (select i.id from agents.tool_invocations i where ${within("i")} and i.tool_id = any (${ids}::uuid[]) and ${counted()}),
                acts as (select a.id from agents.actions a where ${within("a")} and a.action_type = any (${types}) and a.status not in ('denied', 'rejected')),
                both_of_them as (select id from calls union all select id from acts),
                last as (select max(id::text)::uuid as id from both_of_them)
              select (select count(*)::int from both_of_them) as slow, (select id from last) as gone,
                airlock.made_together(${agent}, ${action}, ${per}, ${session}, ${task}, null, 1000) as fast,
                airlock.made_together(${agent}, ${action}, ${per}, ${session}, ${task}, null, 2) as few,
                airlock.made_together(${agent}, ${action}, ${per}, ${session}, ${task}, (select id from last), 1000) as but`;
            const slow = row?.slow ?? Number.NaN;
            expect(row, `${action} a ${per} ${word}`).toEqual({
              ...{ slow, gone: row?.gone, fast: slow, few: Math.min(slow, 2), but: Math.max(slow - 1, 0) },
            });
            met.set(action, (met.get(action) ?? 0) + slow);
          }
    expect([...met].filter(([, count]) => count < 20).map(([action]) => action)).toEqual(["vcs"]);
  });

  test("and reads little of what an agent did otherwise, however much that is", async () => {
    const [, , tool] = tools;
    const agent = await makeAgent(sql, (await makePerson(sql, "admin")).id);
    const others = Array.from({ length: 20_000 }, (_, n) => n);
    await sql`
      insert into agents.actions (id, agent_id, agent_key_id, action_type, payload, digest, required_approvals, status, policy_version, trace, asked_at)
      select airlock.new_id(), ${agent.id}, gen_random_uuid(), case when n < 3 then 'fs:write' else 'web:fetch' end, '{}', 'x', 0, 'approved', 1, '{}', now()
      from unnest(${others}::int[]) n`;
    await sql`
      insert into agents.tool_invocations (id, agent_id, agent_key_id, tool_id, tool_version_id, status, approval_status, required_approvals, tier, revision,
        binding_digest, policy_version, effect, asked_at, fence)
      select airlock.new_id(), ${agent.id}, gen_random_uuid(), v.tool_id, v.id, 'completed', 'not_required', 0, 'low', 1, 'x', 1, 'none', now(), 0
      from unnest(${others}::int[]) n
      join agents.tool_versions v on v.id = case when n < 2 then ${tool?.versionId ?? ""} else ${tools[0]?.versionId ?? ""} end::uuid`;
    await sql`analyze agents.actions, agents.tool_invocations`;
    const readOf = (per: string, word: string, most: number) =>
      sql.begin(async (one) => {
        const read = () => one<{ rows: number }[]>`
          select sum(seq_tup_read + idx_tup_fetch)::int as rows
          from pg_stat_xact_user_tables where schemaname = 'agents' and relname in ('actions', 'tool_invocations')`;
        const [before] = await read();
        const [made] = await one<{ made: number }[]>`
          select airlock.made_together(${agent.id}, ${word}, ${per}, null, null, null, ${most}) as made`;
        const [after] = await read();
        return { made: made?.made, rows: (after?.rows ?? Number.NaN) - (before?.rows ?? 0) };
      });
    for (const per of ["session", "task"]) {
      expect(await readOf(per, "fs:write", 100), per).toEqual({ made: 5, rows: 5 });
      expect(await readOf(per, "web:fetch", 50), per).toEqual({ made: 50, rows: 50 });
      expect(await readOf(per, "vcs", 50), per).toEqual({ made: 0, rows: 0 });
      // What is counted is read, or nothing would be measured here.
      expect(await readOf(per, "web", 100_000), per).toEqual({ made: 19_997, rows: 19_997 });
    }
  });

  test("in each window, by calls and by cost, of all tools and of some", async () => {
    const seen = new Set<number>();
    for (const { id: agent } of agents)
      for (const some of [null, [], [tools[2]?.toolId ?? ""], tools.slice(0, 2).map(({ toolId }) => toolId)])
        for (const window of WINDOWS) {
          const of = sql`i.agent_id = ${agent} and i.asked_at > now() - ${window}::interval and ${counted()}
            and (${some === null} or i.tool_id = any (${some ?? []}::uuid[]))`;
          const [row] = await sql`
            select (select count(*)::int from agents.tool_invocations i where ${of}) as slow,
              airlock.calls_within(${agent}, ${some}, ${window}, null, 100000) as fast,
              (select coalesce(sum(coalesce(i.cost_estimate, v.max_cost, 0)), 0)::float from agents.tool_invocations i
                join agents.tool_versions v on v.id = i.tool_version_id where ${of}) as slow_cost,
              airlock.cost_within(${agent}, ${some}, ${window}, null)::float as fast_cost`;
          expect(row, window).toMatchObject({ slow: row?.fast, slow_cost: row?.fast_cost });
          seen.add(row?.fast_cost ?? 0);
        }
    // Otherwise they would be equal because nothing costs anything.
    expect(seen.size).toBeGreaterThan(12);
  });

  test("and a call that is asked about again does not count against itself", async () => {
    const [agent] = agents;
    const [call] = await sql`
      select i.id, coalesce(i.cost_estimate, 2.5)::float as cost from agents.tool_invocations i
      where i.agent_id = ${agent?.id ?? ""} and i.tool_id = ${tools[2]?.toolId ?? ""} and i.asked_at > now() - interval '1 hour' and ${counted()}
        and coalesce(i.cost_estimate, 1) > 0 limit 1`;
    const [row] = await sql`
      select (airlock.cost_within(${agent?.id ?? ""}, null, '1 hour', null) - airlock.cost_within(${agent?.id ?? ""}, null, '1 hour', ${call?.id}))::float as less,
        airlock.calls_within(${agent?.id ?? ""}, null, '1 hour', null, 100000) - airlock.calls_within(${agent?.id ?? ""}, null, '1 hour', ${call?.id}, 100000) as fewer`;
    expect(row).toEqual({ less: call?.cost, fewer: 1 });
  });
});
