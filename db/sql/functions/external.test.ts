import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

interface Lease {
  fence: number;
  expiresAt: string;
  input: Record<string, unknown>;
  stop: boolean;
}
interface View {
  id: string;
  status: string;
  external?: true;
  lease?: Lease;
  output?: unknown;
  replayed?: true;
  late?: true;
  errorCode?: string;
  findings?: { rule: string }[];
}

let database: TestDatabase;
let gateway: Sql;
let worker: Sql;
let web: Sql;
let owner: TestPerson;
let ana: TestPerson;
let agent: TestAgent;
let stranger: TestAgent;
let reader: TestTool;
let repeatable: TestTool;
let writer: TestTool;
let inside: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 4);
  worker = database.as("worker", 2);
  web = database.as("web", 2);
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  stranger = await makeAgent(database.admin, owner.id);
  const external = { runtime: { kind: "external" as const }, maxCost: 2 };
  reader = await pinTool(database.admin, contractOf(external));
  repeatable = await pinTool(database.admin, contractOf({ ...external, idempotent: true }));
  writer = await pinTool(database.admin, contractOf({ ...external, egressClass: "write", safetyClass: "write" }));
  inside = await pinTool(database.admin, contractOf());
});
afterAll(() => database.drop());

async function ask(tool: TestTool, by = agent): Promise<View> {
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_invoke_tool(${by.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash}, '[]', 'effect') as view`;
  return row?.view ?? expect.fail("no answer");
}

/** The process that runs calls, unless a test names another. */
const here = randomUUID();

async function read(id: string, runner: string | null = here, key = agent.key): Promise<View> {
  const [row] = await gateway<{ view: View }[]>`select agents.fn_invocation_status(${key}, ${id}, ${runner}) as view`;
  return row?.view ?? expect.fail("no answer");
}

async function taken(tool = reader): Promise<View & { lease: Lease }> {
  const view = await read((await ask(tool)).id);
  return view.lease ? { ...view, lease: view.lease } : expect.fail("no lease");
}

interface Report {
  runner?: string;
  status?: string;
  cost?: number;
  key?: string;
  output?: string;
}

async function report(
  id: string,
  fence: number,
  { runner = here, status = "completed", cost, key, output = "done" }: Report = {},
) {
  const raw = sealForTest(id, Buffer.from(JSON.stringify(output)));
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_report_external(${key ?? agent.key}, ${id}, ${runner}, ${fence}, ${status}, ${raw.sealed}, ${JSON.stringify(output)}::text::jsonb,
      '[]', '{}', null, null, ${cost ?? null}, ${raw.sealedTo}, ${raw.digest}, false) as view`;
  return row?.view ?? expect.fail("no answer");
}

async function cancel(id: string): Promise<View | undefined> {
  const [row] = await gateway<{ view: View }[]>`select agents.fn_cancel_tool_invocation(${agent.key}, ${id}) as view`;
  return row?.view;
}

describe("an external call", () => {
  test("is never claimed by a dispatcher, while another call beside it is", async () => {
    const { id, external } = await ask(reader);
    expect(external).toBe(true);
    const other = await ask(inside);
    const dispatcher = await registerWorker(worker);
    const claims = [];
    for (let n = 0; n < 3; n += 1) {
      const [row] = await worker<{ claim: { id: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${dispatcher}, 30) as claim`;
      claims.push(row?.claim?.id ?? null);
    }
    expect(claims.filter((claim) => claim !== null)).toEqual([other.id]);
    expect((await read(id)).lease, "its agent takes it").toMatchObject({ fence: 1, stop: false });
  });

  test("is handed over with the input, once, and its result is on record with the agent as the actor", async () => {
    const view = await taken();
    expect(view.lease.input).toHaveProperty("n");
    expect(await report(view.id, 1, { output: "seen" })).toMatchObject({ status: "completed", output: "seen" });
    const [entry] = await database.admin<{ actor: string }[]>`
      select actor from audit.events where subject = ${`invocation:${view.id}`} and action = 'invocation.completed'`;
    expect(entry?.actor).toBe(`agent:${agent.id}`);
  });

  test("reported again under the same fence gives what is on record, whatever the second report says", async () => {
    const { id } = await taken();
    await report(id, 1, { output: "first" });
    expect(await report(id, 1, { output: "second" })).toMatchObject({ output: "first", replayed: true });
  });

  test("is nothing to another agent, to another process of its own while the lease runs, or to a stale fence", async () => {
    const { id } = await taken();
    expect((await read(id, randomUUID())).lease).toBeUndefined();
    expect((await read(id)).lease, "who has it reads it again").toMatchObject({ fence: 1 });
    await expect(read(id, here, stranger.key)).rejects.toMatchObject({ code: "AL028" });
    await expect(report(id, 1, { key: stranger.key })).rejects.toMatchObject({ code: "AL028" });
    expect(await report(id, 7), "nothing tells what fence it runs under").toEqual({ late: true, status: "running" });
    expect(await report(id, 1, { runner: randomUUID() })).toEqual({ late: true, status: "running" });
    expect((await read(id)).status).toBe("running");
    const [late] = await database.admin`
      select 1 from audit.events where subject = ${`invocation:${id}`} and action = 'invocation.late_completion'`;
    expect(late, "the attempt is on record").toBeDefined();
  });

  test("cannot be reported before it is taken, nor what a dispatcher runs at all", async () => {
    const { id } = await ask(reader);
    expect(await report(id, 0)).toMatchObject({ late: true });
    const other = await ask(inside);
    await expect(report(other.id, 0)).rejects.toMatchObject({ code: "AL030" });
  });

  test("cannot be completed by a worker, not even where the agent gives a worker's id for its runner", async () => {
    const dispatcher = await registerWorker(worker);
    const { id } = await ask(reader);
    const complete = async () => {
      const [row] = await worker<{ answer: { accepted: boolean } }[]>`
        select agents.fn_complete_tool_invocation(${dispatcher}, ${id}, 1, 'completed', null, null, '[]', '{}') as answer`;
      return row?.answer.accepted;
    };
    expect((await read(id, dispatcher)).lease).toBeUndefined();
    expect(await complete()).toBe(false);
    expect((await read(id)).lease).toBeDefined();
    expect(await complete()).toBe(false);
  });

  test("is handed over as people edited it, and not before they approved", async () => {
    const { id } = await ask(writer);
    expect((await read(id)).lease).toBeUndefined();
    const call = async () => {
      const [row] = await database.admin<{ digest: string; revision: number }[]>`
        select binding_digest as digest, revision from agents.tool_invocations where id = ${id}`;
      return row ?? expect.fail("no call");
    };
    const first = await call();
    await web`
      select agents.fn_edit_tool_invocation(${ana.session}, ${id}, ${first.revision}, ${first.digest}, '{"n":"as edited"}', '[]', 'effect', 'Safer.')`;
    expect((await read(id)).lease).toBeUndefined();
    const ben = await makePerson(database.admin, "operator");
    const second = await call();
    await web`select agents.fn_approve_tool_invocation(${ben.session}, ${id}, ${second.revision}, ${second.digest}, 'Fine.')`;
    const { lease } = await read(id);
    expect(lease).toMatchObject({ fence: 1, input: { n: "as edited" } });
  });

  test("costs at most what its contract says, and the figure that was reported is a finding", async () => {
    const { id } = await taken();
    const view = await report(id, 1, { cost: 5 });
    expect(view.findings?.map(({ rule }) => rule)).toEqual(["cost.over_declared"]);
    const [row] =
      await database.admin`select cost_estimate::float8 as cost from agents.tool_invocations where id = ${id}`;
    expect(row?.cost).toBe(2);
    const other = await taken();
    await expect(report(other.id, 1, { cost: -1 })).rejects.toMatchObject({ code: "AL026" });
  });

  test("whose agent never reports is unknown when it cannot be run again, and handed out with a new fence when it can", async () => {
    const once = await taken();
    const again = await taken(repeatable);
    await lapse(once.id);
    await lapse(again.id);
    expect((await read(once.id, randomUUID())).lease, "nobody runs it a second time").toBeUndefined();
    await database.as("housekeeper")`select agents.fn_sweep()`;
    expect((await read(once.id)).status).toBe("unknown");
    const next = randomUUID();
    expect((await read(again.id, next)).lease).toMatchObject({ fence: 2 });
    expect(await report(again.id, 1), "the first runner is late").toMatchObject({ late: true });
    expect(await report(again.id, 2), "and cannot report for the second").toMatchObject({ late: true });
    expect(await report(again.id, 2, { runner: next })).toMatchObject({ status: "completed" });
    expect(await report(again.id, 2), "nor read its answer by reporting again").toEqual({
      late: true,
      status: "completed",
    });
  });

  test("is handed to nobody who only looks", async () => {
    const { id } = await ask(reader);
    expect(await read(id, null)).toMatchObject({ status: "running", external: true });
    expect((await read(id, null)).lease).toBeUndefined();
    expect((await read(id)).lease).toMatchObject({ fence: 1 });
    expect((await read(id, null)).lease, "nor is what another runs shown to them").toBeUndefined();
  });

  test("is not handed out while it is stopped, and says so to who has it", async () => {
    const before = await taken();
    const { id } = await ask(reader);
    const [thrown] = await web<{ id: string }[]>`
      select agents.fn_throw_kill_switch(${ana.session}, 'agent', ${agent.id}, 'A test.') as id`;
    expect((await read(id)).lease).toBeUndefined();
    expect((await read(before.id)).lease).toMatchObject({ stop: true });
    await web`select agents.fn_release_kill_switch(${ana.session}, ${thrown?.id ?? ""}, 'Over.')`;
    expect((await read(id)).lease).toBeDefined();
  });

  test.each(["frozen", "stopped"] as const)(
    "of an agent that is %s keeps no lease: it is not lengthened, and is unknown when it ends, though it could run again",
    async (how) => {
      const other = await makeAgent(database.admin, owner.id);
      const asked = await ask(repeatable, other);
      const { lease } = await read(asked.id, here, other.key);
      const reviewer = await makePerson(database.admin, "reviewer");
      let lift: () => Promise<unknown>;
      if (how === "frozen") {
        await web`select agents.fn_freeze_agent(${reviewer.session}, ${other.id}, true, 'A test.')`;
        lift = () => web`select agents.fn_freeze_agent(${reviewer.session}, ${other.id}, false, 'Over.')`;
      } else {
        const [thrown] = await web<{ id: string }[]>`
          select agents.fn_throw_kill_switch(${ana.session}, 'agent', ${other.id}, 'A test.') as id`;
        lift = () => web`select agents.fn_release_kill_switch(${ana.session}, ${thrown?.id ?? ""}, 'Over.')`;
      }
      expect((await read(asked.id, here, other.key)).lease).toEqual({ ...lease, stop: true });
      await database.admin`
        update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${asked.id}`;
      expect((await read(asked.id, here, other.key)).lease).toBeUndefined();
      expect((await read(asked.id, randomUUID(), other.key)).lease).toBeUndefined();
      await database.as("housekeeper")`select agents.fn_sweep()`;
      expect((await read(asked.id, null, other.key)).status).toBe("unknown");
      await lift();
      expect((await read(asked.id, here, other.key)).lease).toBeUndefined();
    },
  );

  test("whose lease ran out is unknown at once, before the time to start it is over", async () => {
    const { id } = await taken();
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${id}`;
    await database.as("housekeeper")`select agents.fn_sweep()`;
    expect((await read(id)).status).toBe("unknown");
  });

  test("that its agent gives up is cancelled before it is handed over, and nobody knows its outcome after", async () => {
    const asked = await ask(reader);
    expect(await cancel(asked.id)).toMatchObject({ status: "cancelled" });
    const { id } = await taken();
    expect(await cancel(id)).toMatchObject({ status: "unknown", errorCode: "lease_lost" });
    expect(await report(id, 1)).toEqual({ late: true, status: "unknown" });
    const [call] = await database.admin<{ fence: number; ended: boolean }[]>`
      select i.fence, r.ended_at is not null as ended from agents.tool_invocations i
      join agents.invocation_runs r on r.invocation_id = i.id where i.id = ${id}`;
    expect(call).toEqual({ fence: 1, ended: true });
    await web`select agents.fn_resolve_unknown_invocation(${ana.session}, ${id}, 1, 'completed', 'It is in the ledger.')`;
    expect((await read(id)).status).toBe("completed");
  });

  test("can be given up again by whoever got no answer, on record once; not what ended otherwise", async () => {
    const entries = async (id: string) =>
      (
        await database.admin<{ action: string }[]>`
          select action from audit.events where subject = ${`invocation:${id}`} order by at_us, seq`
      ).map(({ action }) => action);
    const { id } = await taken();
    const first = await cancel(id);
    const before = await entries(id);
    expect(before.filter((action) => action === "invocation.cancel_asked")).toHaveLength(1);
    expect(await cancel(id)).toEqual(first);
    expect(await entries(id)).toEqual(before);
    await web`select agents.fn_resolve_unknown_invocation(${ana.session}, ${id}, 1, 'completed', 'It is in the ledger.')`;
    await expect(cancel(id), "a person has said how it ended").rejects.toMatchObject({ code: "AL030" });

    const lost = await taken();
    await lapse(lost.id);
    await database.as("housekeeper")`select agents.fn_sweep()`;
    await expect(cancel(lost.id), "nobody gave this one up").rejects.toMatchObject({ code: "AL030" });
  });

  test("cannot be written as cancelled by anybody once it was handed over", async () => {
    const { id } = await taken();
    await expect(
      database.admin`update agents.tool_invocations set status = 'cancelled', completed_at = now() where id = ${id}`,
    ).rejects.toMatchObject({ code: "AL031" });
  });

  test("cannot be written as another kind of call than its tool is", async () => {
    const { id } = await ask(reader);
    await expect(
      database.admin`update agents.tool_invocations set external = false where id = ${id}`,
    ).rejects.toMatchObject({ code: "AL032" });
    await expect(
      database.admin`
        insert into agents.tool_invocations select (jsonb_populate_record(i, jsonb_build_object('id', airlock.new_id(), 'external', false,
          'idempotency_key', 'other'))).* from agents.tool_invocations i where id = ${id}`,
    ).rejects.toMatchObject({ code: "AL032" });
  });
});

async function lapse(id: string): Promise<void> {
  await database.admin`
    update agents.tool_invocations set lease_expires_at = now() - interval '1 second', execution_expires_at = now() - interval '1 second'
    where id = ${id}`;
}

describe("what an agent lists", () => {
  test("is its own calls alone, newest first, a page at a time without gaps", async () => {
    const other = await makeAgent(database.admin, owner.id);
    const asked = [];
    for (let n = 0; n < 5; n += 1) asked.push((await ask(inside, other)).id);
    const list = async (before: string | null, limit: number) => {
      const [row] = await gateway<{ calls: View[] }[]>`
        select agents.fn_list_invocations(${other.key}, ${before}, ${limit}) as calls`;
      return (row?.calls ?? []).map(({ id }) => id);
    };
    const first = await list(null, 2);
    const second = await list(first.at(-1) ?? null, 10);
    expect(new Set([...first, ...second])).toEqual(new Set(asked));
    expect([...first, ...second]).toEqual([...first, ...second].sort().reverse());
    await expect(list(null, 5_000)).rejects.toMatchObject({ code: "AL026" });
  });
});
