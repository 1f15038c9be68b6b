import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

let database: TestDatabase;
let gateway: Sql;
let web: Sql;
let admin: TestPerson;
let owner: TestPerson;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 4);
  web = database.as("web", 2);
  admin = await makePerson(database.admin, "admin");
  owner = await makePerson(database.admin, "operator");
  tool = await pinTool(database.admin, contractOf());
});
afterAll(() => database.drop());

async function issue(agentId: string, readOnly = false): Promise<{ id: string; key: string }> {
  const { key, prefix, secretHash } = makeBearerKey("alk");
  const [row] = await web<{ id: string }[]>`
    select agents.fn_issue_agent_key(${admin.session}, ${agentId}, 'next', ${prefix}, ${secretHash}, 90, ${readOnly}) as id`;
  return { id: row?.id ?? expect.fail("no key"), key };
}

function ask(key: string) {
  return gateway`select agents.fn_invoke_tool(${key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') as view`;
}

async function hoursLeft(agentId: string): Promise<number[]> {
  const rows = await database.admin<{ hours: number }[]>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours from agents.agent_keys
    where agent_id = ${agentId} and revoked_at is null order by created_at`;
  return rows.map(({ hours }) => hours);
}

describe("a key", () => {
  test("is rotated: both work, the old one for a day and no longer, and a third is refused", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const next = await issue(agent.id);
    expect(await hoursLeft(agent.id)).toEqual([24, 90 * 24]);
    await ask(agent.key);
    await ask(next.key);
    await expect(issue(agent.id)).rejects.toMatchObject({ code: "AL030" });
    await database.admin`update agents.agent_keys set expires_at = now() where agent_id = ${agent.id} and id <> ${next.id}`;
    await expect(ask(agent.key)).rejects.toMatchObject({ code: "AL004" });
    await ask(next.key);
  });

  test("that is revoked is refused by the next statement", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const { id, key } = await issue(agent.id);
    await ask(key);
    await web`select agents.fn_revoke_agent_key(${admin.session}, ${id})`;
    await expect(ask(key)).rejects.toMatchObject({ code: "AL004" });
    await expect(gateway`select agents.fn_take_requests(${key}, 1)`).rejects.toMatchObject({ code: "AL004" });
  });

  test("that may only look reads what its agent reads and can do nothing", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const { key } = await issue(agent.id, true);
    expect(await hoursLeft(agent.id), "it shortens no other").toEqual([30 * 24, 90 * 24]);
    const [asked] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
    const id = asked?.id ?? "";
    await gateway`select agents.fn_invocation_status(${key}, ${id})`;
    await gateway`select agents.fn_list_invocations(${key}, null, 10)`;
    await gateway`select agents.fn_events_after(${key}, '0', 0)`;
    await gateway`select agents.fn_tools_of_agent(${key})`;
    const refused = { code: "AL060" };
    await expect(ask(key)).rejects.toMatchObject(refused);
    const [together] = await gateway<{ refused: { state: string } }[]>`
      select refused from agents.fn_invoke_tools(${JSON.stringify([{ key, tool: tool.name, input: "{}", definitionHash: tool.definitionHash, checks: [], effect: "" }])}::text::jsonb)`;
    expect(together?.refused.state).toBe("AL060");
    await expect(gateway`select agents.fn_cancel_tool_invocation(${key}, ${id})`).rejects.toMatchObject(refused);
    await expect(gateway`select agents.fn_ask_team_run(${key}, 'team', '{}')`).rejects.toMatchObject(refused);
    await expect(gateway`select agents.fn_ask_action(${key}, 'fs:read', '{}')`).rejects.toMatchObject(refused);
    await expect(gateway`select agents.fn_external_terms(${key}, ${id}, ${id}, 1, 'completed')`).rejects.toMatchObject(
      refused,
    );
  });

  test("that may only look never takes the lease of a call its agent runs itself", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const external = await pinTool(database.admin, contractOf({ runtime: { kind: "external" } }));
    const { key } = await issue(agent.id, true);
    const [asked] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${external.name}, '{}', ${external.definitionHash}, '[]', 'effect') ->> 'id' as id`;
    const [seen] = await gateway<{ lease: unknown }[]>`
      select agents.fn_invocation_status(${key}, ${asked?.id ?? ""}, ${randomUUID()}) -> 'lease' as lease`;
    expect(seen?.lease).toBeNull();
    const [taken] = await gateway<{ lease: unknown }[]>`
      select agents.fn_invocation_status(${agent.key}, ${asked?.id ?? ""}, ${randomUUID()}) -> 'lease' as lease`;
    expect(taken?.lease, "control").not.toBeNull();
  });
});

interface Taken {
  given: number;
  left: number;
  nextMs: number;
}

describe("a key's allowance", () => {
  async function take(key: string, want: number): Promise<Taken> {
    const [row] = await gateway<{ taken: Taken }[]>`select agents.fn_take_requests(${key}, ${want}) as taken`;
    return row?.taken ?? expect.fail("no answer");
  }

  test("is shared by all who take from it at once: never more than the burst and what the time gave", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const from = Date.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => take(agent.key, 10)));
    const given = answers.reduce((sum, answer) => sum + answer.given, 0);
    expect(given).toBeGreaterThanOrEqual(100);
    expect(given).toBeLessThanOrEqual(100 + Math.ceil(((Date.now() - from) / 1_000) * 50) + 1);
    const empty = answers.find((answer) => answer.given === 0);
    expect(empty?.nextMs).toBeGreaterThan(0);
  });

  test("of one key is not that of another, and fills again with time", async () => {
    const [one, other] = [await makeAgent(database.admin, owner.id), await makeAgent(database.admin, owner.id)];
    await take(one.key, 100);
    expect((await take(other.key, 100)).given).toBe(100);
    await database.admin`update agents.key_allowances set at = at - interval '1 second'`;
    expect((await take(one.key, 60)).given).toBeGreaterThanOrEqual(50);
  });
});
