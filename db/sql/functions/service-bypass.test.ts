import { randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { fingerprint } from "#db/testing/fingerprint.ts";
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

/** Breaking the glass: who may let a call run that nobody approved, what stays on record, and what even that cannot do. */
let database: TestDatabase;
let service: Sql;
let login: string;
let owner: TestPerson;
let agent: TestAgent;
let writer: TestTool;
let privileged: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  login = `glass_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(24).toString("base64url");
  await database.admin.unsafe(`create role ${login} login password '${password}' in role airlock_service`);
  const url = new URL(database.adminUrl);
  url.username = login;
  url.password = password;
  service = openConnection(url.href, { max: 1 });
  owner = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, owner.id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  privileged = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "privileged" }));
});
afterAll(async () => {
  await service.end({ timeout: 1 });
  await database.drop();
  const server = openConnection(process.env.AIRLOCK_TEST_ADMIN_URL ?? "", { max: 1 });
  await server.unsafe(`drop role ${login}`);
  await server.end();
});

interface View {
  readonly id: string;
  readonly status: string;
  readonly approvalStatus: string;
  readonly errorCode?: string;
}

async function ask(
  sql: Sql,
  tool: TestTool,
  bypass: boolean | null,
  options: { checks?: unknown; key?: string } = {},
): Promise<View> {
  const { checks = [], key = agent.key } = options;
  const [row] = await sql<{ view: View }[]>`
    select agents.fn_invoke_tool(p_key => ${key}, p_tool => ${tool.name}, p_input => ${JSON.stringify({ n: randomUUID() })},
      p_definition_hash => ${tool.definitionHash}, p_checks => ${JSON.stringify(checks)}::text::jsonb, p_effect => 'x',
      p_bypass_approval => ${bypass}) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

const rowOf = async (id: string) => {
  const [row] = await database.admin`
    select status, approval_status, required_approvals, bypassed_by from agents.tool_invocations where id = ${id}`;
  return row;
};

test("nobody can log in as the service role, and no login is a member of it", async () => {
  const [role] = await database.admin`select rolcanlogin, rolsuper from pg_roles where rolname = 'airlock_service'`;
  expect(role).toEqual({ rolcanlogin: false, rolsuper: false });
  const members = await database.admin`
    select m.member::regrole::text as name from pg_auth_members m
    where m.roleid = 'airlock_service'::regrole and m.member::regrole::text like 'airlock%'`;
  expect(members).toEqual([]);
});

describe("a member of the service role", () => {
  test.each([
    ["one person", () => writer, 1],
    ["two people", () => privileged, 2],
  ])(
    "lets a call run that asks for %s, and the record says who and how many were passed over",
    async (_, tool, people) => {
      const view = await ask(service, tool(), true);
      expect(view).toMatchObject({ status: "running", approvalStatus: "not_required" });
      expect(await rowOf(view.id)).toEqual({
        status: "running",
        approval_status: "not_required",
        required_approvals: people,
        bypassed_by: login,
      });
      const entries = await database.admin<{ actor: string; action: string; body: string }[]>`
      select actor, action, body from audit.events where subject = ${`invocation:${view.id}`}`;
      expect(entries.map(({ actor, action, body }) => ({ actor, action, body: JSON.parse(body) }))).toEqual([
        {
          actor: `agent:${agent.id}`,
          action: "invocation.asked",
          body: expect.objectContaining({ bypassedBy: login, requiredApprovals: people, status: "running" }),
        },
      ]);
    },
  );

  test("hands it to a worker, which runs it without a vote", async () => {
    const view = await ask(service, writer, true);
    const worker = database.as("worker");
    const [registered] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
    const claimed = new Set<string>();
    for (;;) {
      const [row] = await worker<{ claim: { id: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${registered?.id ?? ""}, 30) as claim`;
      if (!row?.claim) break;
      claimed.add(row.claim.id);
    }
    expect(claimed).toContain(view.id);
    expect(await database.admin`select from agents.approvals where subject_id = ${view.id}`).toHaveLength(0);
  });

  test("who does not ask for it gets no bypass, and nothing is said to be one that was none", async () => {
    expect(await ask(service, writer, false)).toMatchObject({ status: "pending" });
    const free = await pinTool(database.admin, contractOf());
    const view = await ask(service, free, true);
    expect(view).toMatchObject({ status: "running" });
    expect(await rowOf(view.id)).toMatchObject({ bypassed_by: null, required_approvals: 0 });
  });

  test("still has to hold a live key", async () => {
    await expect(ask(service, writer, true, { key: "" })).rejects.toMatchObject({
      code: "AL004",
      message: "The agent key is missing, malformed, expired or revoked.",
    });
  });

  test("can do nothing else: no reading, no deciding, no reporting", async () => {
    await expect(service`select from agents.people`).rejects.toMatchObject({
      code: "42501",
      message: "permission denied for table people",
    });
    for (const call of [
      "fn_approve_tool_invocation('', null, 1, '')",
      "fn_claim_tool_invocation(null, 1)",
      "fn_sweep(1)",
    ]) {
      await expect(service.unsafe(`select agents.${call}`)).rejects.toMatchObject({
        code: "42501",
        message: `permission denied for function ${call.slice(0, call.indexOf("("))}`,
      });
    }
  });

  test("changes no record of it afterwards, nor does the owner of the table", async () => {
    const view = await ask(service, writer, true);
    await expect(
      database.admin`update agents.tool_invocations set bypassed_by = null where id = ${view.id}`,
    ).rejects.toMatchObject({ code: "AL032", message: "What was asked never changes." });
  });
});

describe("a bypass never beats a denial", () => {
  const denied = async (tool: TestTool, code: string, options: { checks?: unknown; key?: string } = {}) => {
    const view = await ask(service, tool, true, options);
    expect(view).toMatchObject({ status: "denied", errorCode: code });
    expect(await rowOf(view.id)).toMatchObject({ status: "denied", bypassed_by: null });
  };

  test("of the kill switch: global, of the agent, of the tool", async () => {
    const web = database.as("web");
    const operator = await makePerson(database.admin, "operator");
    const [tool] = await database.admin<
      { id: string }[]
    >`select id from agents.tools_registry where name = ${writer.name}`;
    for (const [scope, target] of [
      ["global", null],
      ["agent", agent.id],
      ["tool", tool?.id ?? ""],
    ] as const) {
      const [thrown] = await web<{ id: string }[]>`
        select agents.fn_throw_kill_switch(${operator.session}, ${scope}, ${target}, 'stop') as id`;
      await denied(writer, "stopped");
      await web`select agents.fn_release_kill_switch(${operator.session}, ${thrown?.id ?? ""}, 'go on')`;
    }
    expect(await ask(service, writer, true), "control: released, it runs").toMatchObject({ status: "running" });
  });

  test("of a frozen agent", async () => {
    const frozen = await makeAgent(database.admin, owner.id);
    await database.as("web")`select agents.fn_freeze_agent(${owner.session}, ${frozen.id}, true, 'test')`;
    await denied(writer, "agent_frozen", { key: frozen.key });
  });

  test("of a constraint of the contract", async () => {
    const forbidden = await pinTool(
      database.admin,
      contractOf({ egressClass: "write", safetyClass: "write", constraints: { forbidden: true } }),
    );
    await denied(forbidden, "constraint_refused");
  });

  test("of the agent's profile", async () => {
    const narrowed = await makeAgent(database.admin, owner.id);
    const [named] = await database.admin<{ name: string }[]>`select name from agents.agents where id = ${narrowed.id}`;
    await putPolicy(database.admin, {
      profiles: {
        none: {
          description: "",
          rules: [{ tool: writer.name, deny: true, reason: "not here" }],
          human_approval: [],
          approval_minutes: {},
          budgets: [],
        },
      },
      agents: { [named?.name ?? ""]: { profiles: ["none"], allow: [], deny: [], enforce_tool_policies: true } },
    });
    await denied(writer, "access_refused", { key: narrowed.key });
  });

  test("of the gate's checks", async () => {
    const line = { rule: "gate.path", stage: "check", concluded: "deny", saw: "/etc", sentence: "Outside its roots." };
    await denied(writer, "path_refused", { checks: [line] });
  });

  test("of a version that may not run", async () => {
    const withdrawn = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    await database.admin`update agents.tools_registry set state = 'quarantined' where name = ${withdrawn.name}`;
    await expect(ask(service, withdrawn, true)).rejects.toMatchObject({ code: "AL021" });
  });
});

describe("every other login", () => {
  test.each([true, null])("that may ask is refused a bypass of %s, and nothing is written", async (bypass) => {
    const before = await fingerprint(database.admin);
    await expect(ask(database.as("gateway"), writer, bypass)).rejects.toMatchObject({
      code: "AL005",
      message: "Only the service role may bypass approval.",
    });
    expect(await fingerprint(database.admin)).toEqual(before);
  });

  test.each(["web", "worker", "auditor", "checkpointer", "housekeeper"] as const)(
    "%s may not even ask",
    async (other) => {
      await expect(ask(database.as(other), writer, true)).rejects.toMatchObject({
        code: "42501",
        message: expect.stringMatching(/^permission denied for (function fn_invoke_tool|schema agents)$/),
      });
    },
  );

  test("may not write the word into a row either, whoever owns the table", async () => {
    const call = await ask(database.as("gateway"), writer, false);
    await expect(
      database.admin`update agents.tool_invocations set bypassed_by = 'me', status = 'running' where id = ${call.id}`,
    ).rejects.toMatchObject({ code: "AL032", message: "What was asked never changes." });
    expect(await rowOf(call.id)).toMatchObject({ status: "pending", bypassed_by: null });
  });

  test("control: a member of the service role that is the gateway too could, so no login may be one", async () => {
    const both = `both_${randomBytes(6).toString("hex")}`;
    const password = randomBytes(24).toString("base64url");
    await database.admin.unsafe(`create role ${both} login password '${password}' in role airlock_gateway`);
    const url = new URL(database.adminUrl);
    url.username = both;
    url.password = password;
    const sql = openConnection(url.href, { max: 1 });
    try {
      await expect(ask(sql, writer, true)).rejects.toMatchObject({ code: "AL005" });
      await database.admin.unsafe(`grant airlock_service to ${both}`);
      expect(await ask(sql, writer, true)).toMatchObject({ status: "running" });
      await database.admin.unsafe(`revoke airlock_service from ${both}`);
      await expect(ask(sql, writer, true)).rejects.toMatchObject({ code: "AL005" });
    } finally {
      await sql.end({ timeout: 1 });
      await database.admin.unsafe(`drop role ${both}`);
    }
  });
});
