import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

/** What each login, role and even the owner could try. Every case was once possible, or nearly. */
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let ana: TestPerson;
let rita: TestPerson;
let ada: TestPerson;
let agent: TestAgent;
let reader: TestTool;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 6);
  gateway = database.as("gateway", 4);
  worker = database.as("worker", 4);
  ana = await makePerson(database.admin, "operator");
  rita = await makePerson(database.admin, "reviewer");
  ada = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, ada.id);
  reader = await pinTool(database.admin, contractOf());
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});

interface View {
  id: string;
  status: string;
  errorCode?: string;
}

async function ask(
  tool: TestTool,
  options: { checks?: unknown; bypass?: boolean | null; session?: string } = {},
): Promise<View> {
  const { checks = [], bypass = false, session = null } = options;
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_invoke_tool(p_key => ${agent.key}, p_tool => ${tool.name}, p_input => ${JSON.stringify({ n: randomUUID() })},
      p_definition_hash => ${tool.definitionHash}, p_checks => ${JSON.stringify(checks)}::text::jsonb, p_effect => 'x',
      p_session_id => ${session}, p_bypass_approval => ${bypass}) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

async function approved(): Promise<string> {
  const { id } = await ask(writer);
  const [call] = await web`select revision, binding_digest from agents.tool_invocations where id = ${id}`;
  await web`select agents.fn_approve_tool_invocation(${ana.session}, ${id}, ${call?.revision}, ${call?.binding_digest})`;
  return id;
}

async function newWorker(): Promise<string> {
  const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
  return row?.id ?? "";
}

describe("the agent-facing login", () => {
  test.each([true, null])("cannot bypass approval with %s", async (bypass) => {
    await expect(ask(writer, { bypass })).rejects.toMatchObject({ code: "AL005" });
  });

  test("cannot loosen a decision or break a page with lines of its own", async () => {
    const line = { rule: "x", stage: "check", concluded: "pass", saw: "x", sentence: "x" };
    expect(await ask(writer, { checks: [line] })).toMatchObject({ status: "pending" });
    for (const forged of [
      [{ ...line, concluded: "run" }],
      [{ ...line, rule: { toString: 1 } }],
      [{ ...line, saw: "x".repeat(401) }],
      [{ ...line, extra: 1 }],
      ["x"],
      {},
      Array.from({ length: 65 }, () => line),
    ]) {
      await expect(ask(writer, { checks: forged })).rejects.toMatchObject({ code: "AL026" });
    }
  });
});

describe("rules of the contract are held by the database, whatever the gateway checked", () => {
  const networkTool = (network?: { mode: "open" | "allowlist"; hosts?: string[] }) =>
    contractOf({
      safetyClass: "network",
      egressClass: "read_only",
      category: "web",
      actionType: "web:fetch",
      policy: network ? { network } : {},
    });

  test("a network tool runs on its list, is held when open, and refused when it does not say", async () => {
    expect(
      await ask(await pinTool(database.admin, networkTool({ mode: "allowlist", hosts: ["a.example:443"] }))),
    ).toMatchObject({ status: "running" });
    expect(await ask(await pinTool(database.admin, networkTool({ mode: "open" })))).toMatchObject({
      status: "pending",
    });
    expect(await ask(await pinTool(database.admin, networkTool()))).toMatchObject({
      status: "denied",
      errorCode: "access_refused",
    });
  });

  test("a forbidden tool is never dispatched, a counted one only so often a session, a later one only after the first", async () => {
    const forbidden = await pinTool(database.admin, contractOf({ constraints: { forbidden: true } }));
    expect(await ask(forbidden)).toMatchObject({ status: "denied", errorCode: "constraint_refused" });
    const once = await pinTool(database.admin, contractOf({ constraints: { maxInvocations: 1 } }));
    expect(await ask(once, { session: "a" })).toMatchObject({ status: "running" });
    expect(await ask(once, { session: "a" })).toMatchObject({ status: "denied", errorCode: "constraint_refused" });
    expect(await ask(once, { session: "b" })).toMatchObject({ status: "running" });
    const later = await pinTool(database.admin, contractOf({ constraints: { onlyAfter: [reader.name] } }));
    expect(await ask(later, { session: "c" })).toMatchObject({ status: "denied", errorCode: "constraint_refused" });
  });
});

describe("raw output", () => {
  test("is not handed over in a transaction that could still be rolled back", async () => {
    const { id } = await ask(reader);
    const workerId = await newWorker();
    for (let claimed = ""; claimed !== id; ) {
      const [row] = await worker<
        { claim: { id: string; fence: number } | null }[]
      >`select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
      claimed = row?.claim?.id ?? id;
      const { sealed, sealedTo, digest } = sealForTest(claimed, Buffer.from("secret"));
      await worker`select agents.fn_complete_tool_invocation(${workerId}, ${claimed}, ${row?.claim?.fence ?? 0}, 'completed', ${sealed}, 'null', '[]', '{}',
        p_sealed_to => ${sealedTo}, p_raw_digest => ${digest})`;
    }
    const inOne = web.begin(async (sql) => {
      const [asked] = await sql<
        { reading: string }[]
      >`select agents.fn_ask_raw_output(${rita.session}, ${id}) as reading`;
      return sql`select agents.fn_read_raw_output(${rita.session}, ${asked?.reading ?? null})`;
    });
    await expect(inOne).rejects.toMatchObject({ code: "AL028" });
    const [asked] = await web<
      { reading: string }[]
    >`select agents.fn_ask_raw_output(${rita.session}, ${id}) as reading`;
    const [row] = await web<
      { sealed: Buffer }[]
    >`select sealed from agents.fn_read_raw_output(${rita.session}, ${asked?.reading ?? null})`;
    expect(row?.sealed.length).toBe(48 + "secret".length);
    await expect(
      web`select agents.fn_read_raw_output(${ana.session}, ${asked?.reading ?? null})`,
    ).rejects.toMatchObject({ code: "AL005" });
  });
});

describe("one admin", () => {
  test("who takes the other's rights away becomes nobody's second person for a day", async () => {
    const alan = await makePerson(database.admin, "admin");
    await web`select agents.fn_lower_role(${ada.session}, ${alan.id}, false, 'x')`;
    const friend = await makePerson(database.admin, "viewer");
    await web`select agents.fn_propose_role(${ada.session}, ${friend.id}, 'operator')`;
    const { id } = await ask(writer);
    const [call] = await web`select revision, binding_digest from agents.tool_invocations where id = ${id}`;
    await expect(
      web`select agents.fn_approve_tool_invocation(${friend.session}, ${id}, ${call?.revision}, ${call?.binding_digest})`,
    ).rejects.toMatchObject({ code: "AL005", message: expect.stringContaining("one admin alone") });
  });

  test("makes no agent above standard", async () => {
    await expect(
      web`select agents.fn_create_agent(${ada.session}, 'mighty', '', ${ada.id}, 'elevated')`,
    ).rejects.toMatchObject({ code: "AL005" });
  });

  test.each(["constructor", "prototype"])("makes no agent %s, whom no policy could name", async (name) => {
    const make = (called: string) =>
      web`select agents.fn_create_agent(${ada.session}, ${called}, '', ${ada.id}, 'standard')`;
    await expect(make(name)).rejects.toMatchObject({ code: "AL026", message: expect.stringContaining("no policy") });
    await make(`${name}-2`);
  });

  test("and another who lower each other at once leave one", async () => {
    const [one, two] = [await makePerson(database.admin, "admin"), await makePerson(database.admin, "admin")];
    await database.admin`update agents.people set role = 'viewer' where role = 'admin' and id not in (${one.id}, ${two.id})`;
    await Promise.allSettled([
      web`select agents.fn_lower_role(${one.session}, ${two.id}, false, 'x')`,
      web`select agents.fn_lower_role(${two.session}, ${one.id}, false, 'x')`,
    ]);
    const [left] = await web`select count(*)::int as n from agents.people where role = 'admin'`;
    expect(left?.n).toBe(1);
  });
});

describe("a dispatcher's login", () => {
  test("reports with a fence, or not at all", async () => {
    const id = await approved();
    const workerId = await newWorker();
    await worker`select agents.fn_claim_tool_invocation(${workerId}, 30)`;
    const [late] = await worker<{ answer: { accepted: boolean } }[]>`
      select agents.fn_complete_tool_invocation(${workerId}, ${id}, null, 'completed', null, null, '[]', '{}') as answer`;
    expect(late?.answer.accepted).toBe(false);
  });

  test("takes a lease that ends, as a worker that is registered", async () => {
    const workerId = await newWorker();
    await expect(worker`select agents.fn_claim_tool_invocation(${workerId}, null)`).rejects.toMatchObject({
      code: "AL026",
    });
    await expect(worker`select agents.fn_reclaim_lost_invocation(${randomUUID()}, 30)`).rejects.toMatchObject({
      code: "AL028",
    });
    await expect(worker`select agents.fn_register_worker(${randomUUID()}, 'x', '[]')`).rejects.toMatchObject({
      code: "AL028",
    });
  });
});

describe("the owner of the tables", () => {
  test("changes nothing about a released call", async () => {
    const id = await approved();
    for (const change of ["revision = 2", "binding_digest = 'x'", "policy_version = 9", "effect = 'harmless'"]) {
      await expect(
        database.admin.unsafe(`update agents.tool_invocations set ${change} where id = '${id}'`),
      ).rejects.toMatchObject({ code: "AL032" });
    }
  });

  test("makes no call claimable a second time", async () => {
    const id = await approved();
    const workerId = await newWorker();
    for (let claimed: string | undefined = ""; claimed !== id; ) {
      const [row] = await worker<
        { claim: { id: string } | null }[]
      >`select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
      claimed = row?.claim?.id ?? id;
    }
    await expect(
      database.admin`update agents.tool_invocations set claimed_at = null, fence = fence + 1 where id = ${id}`,
    ).rejects.toMatchObject({ code: "AL031" });
  });

  test("does not reclassify a tool, nor pin another's version", async () => {
    await expect(
      database.admin`update agents.tools_registry set egress_class = 'none', safety_class = 'read' where name = ${writer.name}`,
    ).rejects.toMatchObject({ code: "AL032" });
    await expect(
      database.admin`update agents.tools_registry set pinned_version_id = ${reader.versionId} where name = ${writer.name}`,
    ).rejects.toMatchObject({ code: "AL032" });
  });

  test("empties none of the tables that say what happened", async () => {
    for (const table of [
      "tool_invocations",
      "invocation_inputs",
      "invocation_outputs",
      "invocation_runs",
      "approvals",
      "approval_votes",
      "tool_versions",
      "invocation_arrows",
      "installation",
    ]) {
      await expect(database.admin.unsafe(`truncate agents.${table} cascade`)).rejects.toMatchObject({ code: "AL032" });
    }
  });
});

test("a voter who is gone before the call is taken does not count any more: it goes back to people", async () => {
  const gone = await makePerson(database.admin, "operator");
  const { id } = await ask(writer);
  const [call] = await web`select revision, binding_digest from agents.tool_invocations where id = ${id}`;
  await web`select agents.fn_approve_tool_invocation(${gone.session}, ${id}, ${call?.revision}, ${call?.binding_digest})`;
  await database.admin`update agents.people set disabled_at = now() where id = ${gone.id}`;
  const workerId = await newWorker();
  for (;;) {
    const [row] = await worker<
      { claim: { id: string } | null }[]
    >`select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    if (!row?.claim) break;
    expect(row.claim.id).not.toBe(id);
  }
  const [now] = await web`select status, revision from agents.tool_invocations where id = ${id}`;
  expect(now).toEqual({ status: "pending", revision: 2 });
});
