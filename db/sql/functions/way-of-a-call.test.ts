import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

interface AgentView {
  id: string;
  status: string;
  approvalStatus: string;
  replayed?: boolean;
  reason?: string;
  errorCode?: string;
  output?: unknown;
}

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let owner: TestPerson;
let ana: TestPerson;
let ben: TestPerson;
let agent: TestAgent;
let reader: TestTool;
let writer: TestTool;
let keeper: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 8);
  gateway = database.as("gateway", 8);
  worker = database.as("worker", 8);
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "reviewer");
  agent = await makeAgent(database.admin, owner.id);
  reader = await pinTool(database.admin, contractOf());
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  keeper = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "privileged" }));
});
afterAll(async () => {
  await database.drop();
});

async function ask(
  tool: TestTool,
  input: object = { n: randomUUID() },
  key: string | null = null,
  by = agent,
): Promise<AgentView> {
  const [row] = await gateway<{ view: AgentView }[]>`
    select agents.fn_invoke_tool(${by.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, '[]', 'effect', ${key}) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

async function shown(id: string): Promise<{ revision: number; digest: string; status: string }> {
  const [row] = await web<{ revision: number; digest: string; status: string }[]>`
    select revision, binding_digest as digest, status from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return row;
}

async function approve(person: TestPerson, id: string, sql: Sql = web) {
  const { revision, digest } = await shown(id);
  return sql`select agents.fn_approve_tool_invocation(${person.session}, ${id}, ${revision}, ${digest}) as answer`;
}

async function newWorker(): Promise<string> {
  const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
  if (!row) throw new Error("no worker");
  return row.id;
}

async function claimById(workerId: string, id: string): Promise<{ id: string; fence: number }> {
  for (;;) {
    const [row] = await worker<{ claim: { id: string; fence: number } | null }[]>`
      select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    if (!row?.claim) throw new Error("nothing to claim");
    if (row.claim.id === id) return row.claim;
  }
}

describe("a call that needs nobody", () => {
  test("is released at once, claimed, completed, and its agent reads only the cleaned output", async () => {
    const asked = await ask(reader);
    expect(asked).toMatchObject({ status: "running", approvalStatus: "not_required" });
    const workerId = await newWorker();
    const claim = await claimById(workerId, asked.id);
    const { sealed, sealedTo, digest } = sealForTest(asked.id, Buffer.from("raw \u001b[2J secret"));
    await worker`select agents.fn_complete_tool_invocation(${workerId}, ${asked.id}, ${claim.fence}, 'completed',
      ${sealed}, ${worker.json("cleaned")}, '[]', '{}', p_sealed_to => ${sealedTo}, p_raw_digest => ${digest})`;
    const [row] = await gateway<
      { view: AgentView }[]
    >`select agents.fn_invocation_status(${agent.key}, ${asked.id}) as view`;
    expect(row?.view).toMatchObject({ status: "completed", output: "cleaned" });
    expect(JSON.stringify(row?.view)).not.toContain("secret");
  });
});

describe("a call that needs a person", () => {
  test("waits, and runs only after someone who may vote has approved what they saw", async () => {
    const asked = await ask(writer);
    expect(asked).toMatchObject({ status: "pending", approvalStatus: "pending" });
    await approve(ana, asked.id);
    expect((await shown(asked.id)).status).toBe("running");
  });

  test("is not approved by the owner of the agent", async () => {
    const asked = await ask(writer);
    await expect(approve(owner, asked.id)).rejects.toMatchObject({ code: "AL006" });
    expect((await shown(asked.id)).status).toBe("pending");
  });

  test("is not approved on a digest that nobody was shown", async () => {
    const asked = await ask(writer);
    await expect(
      web`select agents.fn_approve_tool_invocation(${ana.session}, ${asked.id}, 1, ${"0".repeat(64)})`,
    ).rejects.toMatchObject({ code: "AL012" });
  });

  test("is not approved by a session that has ended", async () => {
    const asked = await ask(writer);
    await expect(approve({ id: ana.id, session: "nobody" }, asked.id)).rejects.toMatchObject({ code: "AL001" });
  });

  test("is rejected with a reason that reaches the agent, and then stays rejected", async () => {
    const asked = await ask(writer);
    const { revision, digest } = await shown(asked.id);
    await expect(
      web`select agents.fn_reject_tool_invocation(${ana.session}, ${asked.id}, ${revision}, ${digest}, ' ')`,
    ).rejects.toMatchObject({ code: "AL014" });
    await web`select agents.fn_reject_tool_invocation(${ana.session}, ${asked.id}, ${revision}, ${digest}, 'wrong environment')`;
    const [row] = await gateway<
      { view: AgentView }[]
    >`select agents.fn_invocation_status(${agent.key}, ${asked.id}) as view`;
    expect(row?.view).toMatchObject({ status: "rejected", reason: "wrong environment" });
    await expect(approve(ben, asked.id)).rejects.toMatchObject({ code: "AL011" });
  });

  test("goes back to people when the policy changes between approval and run", async () => {
    const asked = await ask(writer);
    await approve(ana, asked.id);
    await putPolicy(database.admin);
    const workerId = await newWorker();
    await expect(claimById(workerId, asked.id)).rejects.toThrow("nothing to claim");
    expect(await shown(asked.id)).toMatchObject({ status: "pending", revision: 2 });
    await approve(ana, asked.id);
    expect(await claimById(workerId, asked.id)).toMatchObject({ fence: 1 });
  });
});

describe("a call that needs two people", () => {
  test("is never released by one person, whatever they try", async () => {
    const asked = await ask(keeper);
    const { revision, digest } = await shown(asked.id);
    const tries = await Promise.allSettled(
      Array.from(
        { length: 20 },
        () => web`select agents.fn_approve_tool_invocation(${ana.session}, ${asked.id}, ${revision}, ${digest})`,
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await shown(asked.id)).status).toBe("pending");
    await approve(ben, asked.id);
    expect((await shown(asked.id)).status).toBe("running");
  });

  test("takes no vote of a role that was granted within the day, and takes it once the day is over", async () => {
    const fresh = await makePerson(database.admin, "operator", { roleAge: "1 hour" });
    const asked = await ask(keeper);
    await approve(ana, asked.id);
    await expect(approve(fresh, asked.id)).rejects.toMatchObject({
      code: "AL005",
      message: expect.stringMatching(/for two people it counts from \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
    });
    expect(await web`select from agents.approval_votes where person_id = ${fresh.id}`).toHaveLength(0);
    await approve(fresh, (await ask(writer)).id);
    await database.admin`update agents.people set role_since = now() - interval '25 hours' where id = ${fresh.id}`;
    await approve(fresh, asked.id);
    expect((await shown(asked.id)).status).toBe("running");
  });

  test("does not count a vote whose role was given anew since", async () => {
    const changed = await makePerson(database.admin, "operator");
    const asked = await ask(keeper);
    await approve(changed, asked.id);
    await database.admin`update agents.people set role_since = now() where id = ${changed.id}`;
    await approve(ben, asked.id);
    expect((await shown(asked.id)).status).toBe("pending");
  });

  test("is stopped by a no of whoever said yes: their vote stays, the call is rejected, and nobody releases it", async () => {
    const asked = await ask(keeper);
    await approve(ana, asked.id);
    const { revision, digest } = await shown(asked.id);
    const reject = (person: TestPerson) =>
      web`select agents.fn_reject_tool_invocation(${person.session}, ${asked.id}, ${revision}, ${digest}, 'I saw it too late.') as answer`;
    expect((await reject(ana))[0]?.answer).toEqual({ id: asked.id, status: "rejected" });
    await expect(approve(ben, asked.id)).rejects.toMatchObject({ code: "AL011" });
    await expect(reject(ben)).rejects.toMatchObject({ code: "AL011" });
    const votes = await web`
      select v.decision from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${asked.id}`;
    expect(votes).toEqual([{ decision: "approve" }]);
    const [row] = await gateway<
      { view: AgentView }[]
    >`select agents.fn_invocation_status(${agent.key}, ${asked.id}) as view`;
    expect(row?.view).toMatchObject({
      status: "rejected",
      approvalStatus: "rejected",
      reason: "I saw it too late.",
    });
    const entries = await database.admin<{ action: string; reason: string | null }[]>`
      select action, body::jsonb ->> 'reason' as reason from audit.events where subject = ${`invocation:${asked.id}`} order by seq`;
    expect(entries.at(-1)).toEqual({ action: "invocation.taken_back", reason: "I saw it too late." });
  });

  test("that takes back a yes counts as a no: in the agent's evidence, and uses up none of its calls", async () => {
    const mine = await makeAgent(database.admin, owner.id);
    const asked = await ask(keeper, {}, null, mine);
    await approve(ana, asked.id);
    const { revision, digest } = await shown(asked.id);
    await web`select agents.fn_reject_tool_invocation(${ana.session}, ${asked.id}, ${revision}, ${digest}, 'Too late.')`;
    const [made] = await database.admin`
      select airlock.calls_within(${mine.id}, null, interval '1 hour', null, 10) as calls`;
    const evidence = () =>
      database.admin`select rejected, approved from agents.trust_tallies where agent_id = ${mine.id}`;
    // Any open transaction of the server may hold events back.
    await vi.waitFor(async () => {
      await database.as("housekeeper", 1)`select agents.fn_gather_trust_evidence()`;
      expect(await evidence()).toEqual([{ rejected: 1, approved: 0 }]);
    });
    expect(made).toEqual({ calls: 0 });
  });
});

describe("an idempotency key", () => {
  test("gives the first call again, and refuses another input", async () => {
    const key = randomUUID();
    const first = await ask(writer, { a: 1 }, key);
    const again = await ask(writer, { a: 1 }, key);
    expect(again).toMatchObject({ id: first.id, replayed: true });
    await expect(ask(writer, { a: 2 }, key)).rejects.toMatchObject({ code: "AL024" });
  });

  test("makes one call of many that are asked at once", async () => {
    const key = randomUUID();
    const views = await Promise.all(Array.from({ length: 12 }, () => ask(writer, { a: 1 }, key)));
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
  });
});

describe("a worker", () => {
  test("that lost its lease cannot complete, and the attempt is on record", async () => {
    const asked = await ask(reader);
    const first = await newWorker();
    const claim = await claimById(first, asked.id);
    const [late] = await worker<{ answer: { accepted: boolean } }[]>`
      select agents.fn_complete_tool_invocation(${await newWorker()}, ${asked.id}, ${claim.fence}, 'completed', null, null, '[]', '{}') as answer`;
    expect(late?.answer.accepted).toBe(false);
    const [entry] =
      await web`select from audit.events where subject = ${`invocation:${asked.id}`} and action = 'invocation.late_completion'`;
    expect(entry).toBeDefined();
  });

  test("that vanished leaves a call that is not idempotent unknown, never run again", async () => {
    const asked = await ask(reader);
    await claimById(await newWorker(), asked.id);
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${asked.id}`;
    const [row] = await worker<
      { claim: unknown }[]
    >`select agents.fn_reclaim_lost_invocation(${await newWorker()}, 30) as claim`;
    expect(row?.claim).toEqual({ setAside: asked.id });
    expect((await shown(asked.id)).status).toBe("unknown");
  });

  test("that vanished hands an idempotent call to the next, with a new fence", async () => {
    const again = await pinTool(database.admin, contractOf({ idempotent: true }));
    const asked = await ask(again);
    await claimById(await newWorker(), asked.id);
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${asked.id}`;
    const [row] = await worker<{ claim: { id: string; fence: number } }[]>`
      select agents.fn_reclaim_lost_invocation(${await newWorker()}, 30) as claim`;
    expect(row?.claim).toMatchObject({ id: asked.id, fence: 2 });
  });
});

describe("the kill switch", () => {
  test("denies what is asked, holds what is released and approves nothing until it is let go", async () => {
    const waiting = await ask(writer);
    const released = await ask(reader);
    const [row] = await web<
      { id: string }[]
    >`select agents.fn_throw_kill_switch(${ana.session}, 'global', null, 'drill') as id`;
    expect(await ask(reader)).toMatchObject({ status: "denied", errorCode: "stopped" });
    await expect(approve(ana, waiting.id)).rejects.toMatchObject({ code: "AL023" });
    const workerId = await newWorker();
    await expect(claimById(workerId, released.id)).rejects.toThrow("nothing to claim");
    await web`select agents.fn_release_kill_switch(${ana.session}, ${row?.id ?? ""}, 'drill over')`;
    expect(await claimById(workerId, released.id)).toMatchObject({ id: released.id });
  });
});

describe("bad input", () => {
  test.each([
    ["not JSON", "{", "AL026"],
    ["not an object", "[1]", "AL026"],
    ["a NUL", '{"a":"\\u0000"}', "AL026"],
    ["too large", JSON.stringify({ a: "x".repeat(262_144) }), "AL027"],
  ])("%s is refused with its own code and nothing is written", async (_name, input, code) => {
    const count = async () => (await database.admin`select count(*)::int as n from agents.tool_invocations`)[0]?.n;
    const before = await count();
    await expect(
      gateway`select agents.fn_invoke_tool(${agent.key}, ${reader.name}, ${input}, ${reader.definitionHash}, '[]', 'x')`,
    ).rejects.toMatchObject({ code });
    expect(await count()).toBe(before);
  });

  test("a key of nobody is refused", async () => {
    await expect(
      gateway`select agents.fn_invoke_tool('alk_live_00000000_x', ${reader.name}, '{}', ${reader.definitionHash}, '[]', 'x')`,
    ).rejects.toMatchObject({ code: "AL004" });
  });

  test("approval cannot be bypassed by the agent-facing login", async () => {
    await expect(
      gateway`select agents.fn_invoke_tool(p_key => ${agent.key}, p_tool => ${writer.name}, p_input => '{}',
        p_definition_hash => ${writer.definitionHash}, p_checks => '[]', p_effect => 'x', p_bypass_approval => true)`,
    ).rejects.toMatchObject({ code: "AL005" });
  });
});
