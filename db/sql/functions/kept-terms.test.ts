import { randomUUID } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { randomOf } from "#db/testing/random.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/**
 * A list of asks is decided by what is kept of an agent and a tool (agents.kept_terms), one ask alone by the tables themselves. Both have
 * to say the same after any change of anything; a table that did not note its changes would let them differ.
 */
let database: TestDatabase;
let admin: Sql;
let gateway: Sql;
let agents: TestAgent[];
let tools: TestTool[];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.admin;
  gateway = database.as("gateway", 4);
  const owner = await makePerson(admin, "admin");
  for (let n = 0; n < 3; n += 1) await makePerson(admin, "operator", { roleAge: "30 days" });
  agents = [await makeAgent(admin, owner.id), await makeAgent(admin, owner.id, "elevated")];
  tools = [
    await pinTool(admin, contractOf()),
    await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write", actionType: "fs:write" })),
    await pinTool(admin, contractOf({ category: "web", actionType: "web:fetch", policy: { risk: "medium" } })),
  ];
  // What people may not do is not the question here; that a change by any hand is noticed is.
  await admin`alter table agents.agent_trust disable trigger guard_trust`;
  await admin`alter table agents.tool_versions disable trigger guard_tool_version`;
  await admin`alter table agents.agent_trust disable trigger agent_trust_kept`;
  await admin`alter table agents.kill_switches disable trigger kill_switches_kept`;
});
afterAll(async () => {
  await database.drop();
});

const askOf = (agent: TestAgent, tool: TestTool) => ({
  key: agent.key,
  tool: tool.name,
  input: JSON.stringify({ n: randomUUID() }),
  definitionHash: tool.definitionHash,
  checks: [{ rule: "input.schema", stage: "check", concluded: "pass", saw: "object", sentence: "The input fits." }],
  effect: "effect",
  sessionId: "s",
});

/** All that is on record of a call but its ids, its times and its digests. */
async function recordOf(id: string | undefined): Promise<unknown> {
  const [row] = await admin`
    select i.status, i.approval_status, i.approval_reason, i.required_approvals, i.tier, i.policy_version, i.effect, i.session_id, i.error_code,
      i.external, i.fence, i.is_drill, i.tool_version_id, extract(epoch from i.expires_at - i.asked_at) as for_people,
      extract(epoch from i.execution_expires_at - i.asked_at) as for_workers,
      jsonb_set(n.trace, '{lines}', coalesce(n.checks, '[]') || (n.trace -> 'lines')) as trace, e.type, e.data, a.required, a.rank, a.flagged,
      l.body::jsonb - array['inputDigest', 'bindingDigest', 'rules', 'reported'] as entry,
      coalesce(nullif(l.body::jsonb -> 'rules', 'null'), '[]') as rules,
      i.binding_digest = airlock.binding_digest(v.definition_hash, n.input_digest, i.policy_version, 1)
        and l.body::jsonb ->> 'bindingDigest' = i.binding_digest and l.body::jsonb ->> 'inputDigest' = n.input_digest as bound
    from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id join agents.events e on e.subject = i.id
    join agents.tool_versions v on v.id = i.tool_version_id
    join audit.events l on l.subject = 'invocation:' || i.id left join agents.approvals a on a.subject_id = i.id
    where i.id = ${id ?? null}`;
  return row;
}

const strip = (view: Record<string, unknown> | undefined) =>
  view && Object.fromEntries(Object.entries(view).filter(([name]) => !/^id$|At$/.test(name)));

async function askTogether(agent: TestAgent, tool: TestTool) {
  const asks = JSON.stringify([askOf(agent, tool), askOf(agent, tool)]);
  const rows = await gateway`select view::json as view, refused from agents.fn_invoke_tools(${asks}::text::jsonb)`;
  return Promise.all(
    rows.map(async ({ view, refused }) => ({
      refused: refused?.state,
      view: strip(view ?? undefined),
      record: await recordOf(view?.id),
    })),
  );
}

async function askAlone(agent: TestAgent, tool: TestTool) {
  const ask = askOf(agent, tool);
  try {
    const [row] = await gateway`
      select agents.fn_invoke_tool(${ask.key}, ${ask.tool}, ${ask.input}, ${ask.definitionHash},
        ${JSON.stringify(ask.checks)}::text::jsonb, ${ask.effect}, null, ${ask.sessionId}) as view`;
    return { refused: undefined, view: strip(row?.view), record: await recordOf(row?.view.id) };
  } catch (error) {
    return { refused: (error as { code: string }).code, view: undefined, record: undefined };
  }
}

/** Whether a list says what an ask alone says. */
async function agree(agent: TestAgent, tool: TestTool): Promise<void> {
  const fresh = await askAlone(agent, tool);
  expect(await askTogether(agent, tool)).toEqual([fresh, fresh]);
}

/** Nothing is kept while a transaction is open, in any database of the server, that is older than the last change. */
async function untilSettled(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await admin`select pg_snapshot_xmin(pg_current_snapshot()) > max(txid) as settled from agents.term_changes`
        )[0],
      { timeout: 20_000 },
    )
    .toEqual({ settled: true });
}

const countKept = async () => (await admin`select count(*)::int as n from agents.kept_terms`)[0]?.n;

/** One change of each table that decides something for somebody; done twice, it is undone. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  agents: () =>
    admin`update agents.agents set frozen_at = case when frozen_at is null then now() end, frozen_reason = 'odd' where id = ${agents[0]?.id ?? ""}`,
  agent_trust: async () => {
    const gone =
      await admin`delete from agents.agent_trust where agent_id = ${agents[0]?.id ?? ""} and category = 'web' returning 1`;
    if (gone.length === 0)
      await admin`insert into agents.agent_trust (agent_id, category, level, since) values (${agents[0]?.id ?? ""}, 'web', 'sandboxed', now())`;
  },
  access_levels: () =>
    admin`update agents.access_levels set grants = jsonb_set(grants, '{requires_approval}',
      case when grants -> 'requires_approval' @> '["fs:read"]' then '[]' else '["fs:read"]' end::jsonb) where level = 'standard'`,
  tools_registry: () =>
    admin`update agents.tools_registry set risk = case risk when 'high' then 'low' else 'high' end where name = ${tools[0]?.name ?? ""}`,
  tool_versions: () =>
    admin`update agents.tool_versions set findings = case findings when '[]' then '[{"severity": "high"}]'::jsonb else '[]' end where id = ${tools[1]?.versionId ?? ""}`,
  safety_classes: () => admin`update agents.safety_classes set people = 1 - people where name = 'read'`,
  egress_classes: () => admin`update agents.egress_classes set people = 1 - people where name = 'none'`,
  policy_in_force: () =>
    admin`update agents.policy_in_force set version = (select v.version from agents.policy_versions v where v.version <> policy_in_force.version order by 1 limit 1)`,
  profiles: () =>
    admin`update agents.profiles set human_approval = case human_approval when '{}' then '{fs:read}'::text[] else '{}' end where name = 'plain'`,
  profile_rules: () =>
    admin`update agents.profile_rules set effect = case effect when 'deny' then 'hold' else 'deny' end, people = 1 - people`,
  kill_switches: () =>
    admin`update agents.kill_switches set released_at = case when released_at is null then now() end`,
  settings: () =>
    admin`update agents.settings set value = case value when most then least else most end where name in ('execution_seconds', 'approval_minutes_medium')`,
};

/** The same through the doors that people have, and all at once. */
const doors: Readonly<Record<string, () => Promise<unknown>>> = {
  policy: () => putPolicy(admin, plainProfile),
  truncation: async () => {
    await admin`truncate agents.profile_rules`;
    await putPolicy(admin, plainProfile);
  },
};
const plainProfile = {
  profiles: {
    plain: { rules: [{ action: "web:fetch", people: 1, reason: "somebody looks" }] },
  },
} as never;

/** As it was before anything changed: nothing is frozen, stopped, found or narrowed; and what is decided now can be kept. */
async function arrange(): Promise<void> {
  await admin`update agents.agents set frozen_at = null`;
  await admin`delete from agents.agent_trust`;
  await admin`update agents.tools_registry set risk = 'low' where risk = 'high'`;
  await admin`update agents.tool_versions set findings = '[]' where findings <> '[]'`;
  await admin`update agents.kill_switches set released_at = now() where released_at is null`;
  await putPolicy(admin, plainProfile);
  await admin`update agents.agents set profile_ids = array(select id from agents.profiles where name = 'plain') where id = ${agents[1]?.id ?? ""}`;
  await admin`
    insert into agents.kill_switches (id, scope, reason, thrown_by, thrown_at, released_at)
    select airlock.new_id(), 'global', 'fire', id, now(), now() from agents.people where not exists (select from agents.kill_switches) limit 1`;
  await untilSettled();
}

describe("what is kept of an agent and a tool", () => {
  beforeEach(arrange);

  test("is made by the first list, used by the next, and gives what the tables give", async () => {
    for (const agent of agents) for (const tool of tools) await agree(agent, tool);
    expect(await countKept()).toBe(agents.length * tools.length);
    const before = await admin`select agent_id, tool_name, xmin::text from agents.kept_terms order by 1, 2`;
    for (const agent of agents) for (const tool of tools) await agree(agent, tool);
    expect(await admin`select agent_id, tool_name, xmin::text from agents.kept_terms order by 1, 2`).toEqual(before);
  });

  test("gives what the tables give after every change of every one of them, in any order", async () => {
    const random = randomOf(20261117);
    const hands = { ...changes, ...doors };
    for (let round = 0; round < 40; round += 1) {
      await hands[random.pick(Object.keys(hands))]?.();
      for (let n = 0; n < 2; n += 1) await agree(random.pick(agents), random.pick(tools));
    }
  });

  test.each(Object.keys(changes))("would give what was, did %s not note its changes", async (table) => {
    await admin.unsafe(`alter table agents.${table} disable trigger note_term_change`);
    let missed = 0;
    try {
      for (const agent of agents) for (const tool of tools) await agree(agent, tool);
      await changes[table]?.();
      for (const agent of agents) {
        for (const tool of tools) {
          const [together] = await askTogether(agent, tool);
          if (JSON.stringify(together) !== JSON.stringify(await askAlone(agent, tool))) missed += 1;
        }
      }
    } finally {
      await changes[table]?.();
      await admin.unsafe(`alter table agents.${table} enable always trigger note_term_change`);
      await admin`update agents.settings set value = value where name = 'execution_seconds'`;
    }
    expect(missed).toBeGreaterThan(0);
  });
});

describe("a change that is not committed yet", () => {
  beforeEach(arrange);
  test("decides nothing, and everything from its commit on, though terms were kept in between", async () => {
    const [agent, tool] = [agents[1], tools[0]];
    if (!agent || !tool) throw new Error("nobody is there");
    await agree(agent, tool);
    let commit = () => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const changing = admin.begin(async (sql) => {
      await sql`update agents.agents set frozen_at = now(), frozen_reason = 'odd' where id = ${agent.id}`;
      begun();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await isBegun;
    await admin`delete from agents.kept_terms`;
    expect((await askTogether(agent, tool)).map(({ view }) => view?.status)).toEqual(["running", "running"]);
    expect(await countKept()).toBe(1);
    commit();
    await changing;
    expect((await askTogether(agent, tool)).map(({ view }) => view?.errorCode)).toEqual([
      "agent_frozen",
      "agent_frozen",
    ]);
    await admin`update agents.agents set frozen_at = null where id = ${agent.id}`;
  });

  test("is no reason to keep what its own transaction alone sees", async () => {
    const [agent, tool] = [agents[1], tools[0]];
    if (!agent || !tool) throw new Error("nobody is there");
    await admin`delete from agents.kept_terms`;
    const asks = JSON.stringify([askOf(agent, tool)]);
    await admin.begin(async (sql) => {
      await sql`update agents.safety_classes set people = 1 where name = 'read'`;
      await sql`select agents.fn_invoke_tools(${asks}::text::jsonb)`;
      expect(await sql`select from agents.kept_terms`).toHaveLength(0);
      await sql`update agents.safety_classes set people = 0 where name = 'read'`;
    });
    await agree(agent, tool);
  });
});

describe("a change while a list waits for its turn before people", () => {
  beforeEach(arrange);
  test("decides what comes after the wait, though terms were kept before it", async () => {
    const [agent, free, held] = [agents[1], tools[0], tools[1]];
    if (!agent || !free || !held) throw new Error("nobody is there");
    await agree(agent, free);
    await agree(agent, held);
    expect(await countKept()).toBeGreaterThan(1);
    const asks = JSON.stringify([askOf(agent, held), askOf(agent, free)]);
    const list = await admin.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(airlock.lock_name('cards ' || ${agent.id}))`;
      const answer = gateway`select view::json as view from agents.fn_invoke_tools(${asks}::text::jsonb)`.execute();
      await expect
        .poll(
          () => admin`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
          { timeout: 20_000 },
        )
        .toHaveLength(1);
      await admin`update agents.agents set frozen_at = now(), frozen_reason = 'odd' where id = ${agent.id}`;
      return { answer };
    });
    const views = await list.answer;
    expect(views.map(({ view }) => view?.errorCode)).toEqual(["agent_frozen", "agent_frozen"]);
  });
});

describe("a kept row that lies", () => {
  beforeEach(arrange);
  test("counts for nothing where it was not written by who keeps", async () => {
    const [agent, tool] = [agents[1], tools[1]];
    if (!agent || !tool) throw new Error("nobody is there");
    await agree(agent, tool);
    await admin`update agents.kept_terms set tier = 'low'`;
    await agree(agent, tool);
  });

  test("cannot release a call that people have to decide", async () => {
    const [agent, tool] = [agents[1], tools[1]];
    if (!agent || !tool) throw new Error("nobody is there");
    await agree(agent, tool);
    const before = await admin`select count(*) from agents.tool_invocations`;
    await admin`update agents.kept_terms set status = 'running', required_approvals = 0, trace = jsonb_set(trace, '{verdict}', '{"kind": "run"}'), txid = pg_current_xact_id()`;
    await expect(askTogether(agent, tool)).rejects.toMatchObject({ code: "AL035" });
    expect(await admin`select count(*) from agents.tool_invocations`).toEqual(before);
    await admin`delete from agents.kept_terms`;
  });
});

test("what a caller checked is taken over when its call is decided anew, though it lies beside a trace that calls share", async () => {
  await arrange();
  const [agent, tool] = [agents[1], tools[1]];
  if (!agent || !tool) throw new Error("nobody is there");
  await agree(agent, tool);
  const [asked] = await gateway`
    select view::json ->> 'id' as id from agents.fn_invoke_tools(${JSON.stringify([askOf(agent, tool)])}::text::jsonb)`;
  const [again] = await admin`
    select n.checks, n.trace -> 'lines' as lines, airlock.decide_again(i, t, n) as anew
    from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id
    join airlock.call_terms t on t.agent_id = i.agent_id and t.tool_id = i.tool_id where i.id = ${asked?.id}`;
  expect(again?.checks).toMatchObject([{ rule: "input.schema" }]);
  expect(again?.anew).toEqual([...(again?.checks ?? []), ...(again?.lines ?? [])]);
});

test("an agent that has put all before people that it may is refused alike, alone and in a list", async () => {
  await arrange();
  const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
  const writer = tools[1];
  if (!writer) throw new Error("nothing is there");
  await admin`update agents.settings set value = 1 where name = 'agent_open_cards'`;
  try {
    expect(await askAlone(agent, writer), "control: the first is held").toMatchObject({ view: { status: "pending" } });
    await untilSettled();
    for (let time = 0; time < 2; time += 1) await agree(agent, writer);
    const refused = await askAlone(agent, writer);
    expect(refused.record).toMatchObject({ status: "denied", error_code: "refused_by_cap" });
  } finally {
    await admin`update agents.settings set value = 10 where name = 'agent_open_cards'`;
  }
});

test("of the notes of changes only the newest is left by a sweep, and it says as much as all of them", async () => {
  const [agent, tool] = [agents[1], tools[0]];
  if (!agent || !tool) throw new Error("nobody is there");
  await agree(agent, tool);
  await changes.safety_classes?.();
  await database.as("housekeeper", 1)`select agents.fn_sweep()`;
  expect(await admin`select from agents.term_changes`).toHaveLength(1);
  await agree(agent, tool);
});

test("a note that came from a server further on keeps nothing from being kept, once a sweep has put one of now in its place", async () => {
  const [agent, tool] = [agents[1], tools[0]];
  if (!agent || !tool) throw new Error("nobody is there");
  await admin`delete from agents.kept_terms`;
  await admin`insert into agents.term_changes select (pg_current_xact_id()::text::bigint + 1000000000)::text::xid8`;
  await agree(agent, tool);
  expect(await countKept(), "control: before it, nothing is").toBe(0);
  await database.as("housekeeper", 1)`select agents.fn_sweep()`;
  expect(await admin`select from agents.term_changes`).toHaveLength(1);
  await untilSettled();
  await agree(agent, tool);
  expect(await countKept()).toBe(1);
});

describe("what a gateway keeps of a tool", () => {
  beforeEach(arrange);

  const told = async (agent: TestAgent, tool: TestTool, known: string | null = null, sql: ISql = gateway) =>
    (await sql`select agents.fn_tool_for_agent(${agent.key}, ${tool.name}, ${known}) as answer`)[0]?.answer;
  const but = ({ known: _, ...rest }: Record<string, unknown>) => rest;
  const [first, second] = [() => agents[0] as TestAgent, () => agents[1] as TestAgent];
  const tool = () => tools[2] as TestTool;

  test("is confirmed by its word while nothing changes, and told anew after every change of every table", async () => {
    for (const [table, change] of Object.entries({ ...changes, ...doors })) {
      await untilSettled();
      const { known } = await told(first(), tool());
      expect(known, table).toEqual(expect.any(String));
      expect(await told(first(), tool(), known), table).toEqual({ unchanged: true });
      await change();
      expect(but(await told(first(), tool(), known)), table).toEqual(but(await told(first(), tool())));
      expect(but(await told(second(), tool(), known)), table).toEqual(but(await told(second(), tool())));
      await change();
    }
  });

  test("would be what was, did its tables not note their changes", async () => {
    const { known, projectRoot } = await told(first(), tool());
    await admin`alter table agents.agents disable trigger note_term_change`;
    try {
      await admin`update agents.agents set project_root = '/elsewhere' where id = ${first().id}`;
      expect(await told(first(), tool(), known)).toEqual({ unchanged: true });
    } finally {
      await admin`alter table agents.agents enable always trigger note_term_change`;
      await admin`update agents.agents set project_root = ${projectRoot} where id = ${first().id}`;
    }
  });

  test("is for nobody whose key is no longer one", async () => {
    const agent = await makeAgent(admin, (await makePerson(admin, "operator")).id);
    await untilSettled();
    const { known } = await told(agent, tool());
    expect(await told(agent, tool(), known)).toEqual({ unchanged: true });
    await admin`update agents.agent_keys set revoked_at = now() where agent_id = ${agent.id}`;
    await expect(told(agent, tool(), known)).rejects.toMatchObject({ code: "AL004" });
  });

  test("has no word while a change may come that is older than the newest", async () => {
    await admin.begin(async (older) => {
      await older`update agents.agents set project_root = '/elsewhere' where id = ${first().id}`;
      await changes.settings?.();
      const before = await told(first(), tool());
      expect(before).toMatchObject({ known: null, projectRoot: null });
      // What the change's own transaction reads would be nobody's, were it taken back.
      expect(await told(first(), tool(), null, older)).toMatchObject({ known: null, projectRoot: "/elsewhere" });
    });
    expect(await told(first(), tool())).toMatchObject({ projectRoot: "/elsewhere" });
    await admin`update agents.agents set project_root = null where id = ${first().id}`;
    await changes.settings?.();
  });

  test("has no word where a rule ends by itself", async () => {
    expect(await told(second(), tool())).toMatchObject({ known: expect.any(String) });
    await admin`update agents.profile_rules set until = now() + interval '1 hour'`;
    await untilSettled();
    expect(await told(second(), tool())).toMatchObject({ known: null });
  });

  test("has no word where no change is noted at all, and is told all the same", async () => {
    await admin`truncate agents.term_changes`;
    expect(await told(first(), tool())).toMatchObject({ known: null, agentId: first().id });
    await admin`insert into agents.term_changes values (pg_current_xact_id())`;
  });

  test("has another word in another run of the server", async () => {
    const { known } = await told(first(), tool());
    const [row] = await admin`select extract(epoch from pg_postmaster_start_time()) as started`;
    expect(known.split("@")[1]).toBe(String(row?.started));
  });
});

test("every table that kept terms are read from notes every change of it, whatever the session's replication role", async () => {
  const sources = await admin<{ name: string; text: string }[]>`
    select p.proname as name, p.prosrc as text from pg_proc p where p.pronamespace = 'airlock'::regnamespace
    union all select c.relname, pg_get_viewdef(c.oid) from pg_class c where c.relnamespace = 'airlock'::regnamespace and c.relkind = 'v'`;
  const texts = new Map(sources.map(({ name, text }) => [name, text.replace(/--.*/g, "")]));
  // Pairs that the first two decide have no row; the third decides nothing.
  const reached = new Set(["judge_constraints", "judge_counts", "lock_name"]);
  const read = new Set<string>();
  const follow = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    const text = texts.get(name) ?? "";
    for (const [, found = ""] of text.matchAll(/\bagents\.(\w+)/g)) read.add(found);
    for (const [, found = ""] of text.matchAll(/airlock\.(\w+)/g)) follow(found);
  };
  // What it is given, and what it does with it.
  follow("call_terms");
  follow("keep_terms");
  // Written there, or only the shape of a row.
  for (const written of ["term_changes", "kept_terms", "tool_invocations"]) read.delete(written);
  const noting = await admin<{ name: string }[]>`
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'note_term_change' and t.tgenabled = 'A' and t.tgtype & 60 = 60 and t.tgtype & 3 = 0`;
  expect(noting.map(({ name }) => name).sort()).toEqual([...read].sort());
  expect(Object.keys(changes).sort()).toEqual([...read].sort());
  // What a gateway keeps is read from the same; its key is proved each time, and a document that was in force once stays as it was.
  reached.clear();
  const [{ text = "" } = {}] = await admin<{ text: string }[]>`
    select prosrc as text from pg_proc where oid = 'agents.fn_tool_for_agent'::regproc`;
  texts.set("fn_tool_for_agent", text.replace(/--.*/g, ""));
  reached.add("key_of_agent");
  follow("fn_tool_for_agent");
  for (const other of ["agent_keys", "term_changes", "policy_versions"]) read.delete(other);
  expect([...read].filter((table) => !noting.some(({ name }) => name === table))).toEqual([]);
});
