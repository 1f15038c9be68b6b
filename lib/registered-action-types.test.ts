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
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { previewEdit } from "#lib/approvals/edit/edit-invocation.ts";
import { readEditForm } from "#lib/approvals/edit/read-edit-form.ts";
import { claimNext } from "#lib/dispatch/claim.ts";
import { readToolForAgent } from "#lib/gateway/read-tool.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";
import { listCallers } from "#lib/registry/queries/list-callers.ts";

/** An action type of an admin's own in `requires_approval`: every stage goes on reading what the database says of those it holds for. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let workerId: string;
let reviewer: TestPerson;
let scribe: TestAgent;
let other: TestAgent;
let reads: TestTool;
let merges: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 2);
  worker = database.as("worker", 2);
  workerId = await registerWorker(worker);
  const admin = await makePerson(database.admin, "admin");
  reviewer = await makePerson(database.admin, "reviewer");
  scribe = await makeAgent(database.admin, admin.id);
  other = await makeAgent(database.admin, admin.id, "restricted");
  await web`select agents.fn_register_action_type(${admin.session}, 'crm:merge', 'Merges two customers.')`;
  reads = await pinTool(database.admin, contractOf());
  merges = await pinTool(database.admin, contractOf({ actionType: "crm:merge" }));
});
afterAll(() => database.drop());

async function ask(agent: TestAgent, tool: TestTool): Promise<{ id: string; status: string }> {
  const [row] = await gateway<{ view: { id: string; status: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect', null) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

const { levels } = POLICY_AS_SHIPPED.tool_access;
const BELOW_ELEVATED = ["sandboxed", "restricted", "standard"] as const;
const agentEntry = policyDocumentSchema.shape.agents.valueType.parse;
const withFamily = (name: string) => ({ ...must(levels[name]), requires_approval: ["crm", "deploy", "db:mutate"] });

describe.each<[string, () => Partial<PolicyDocument>]>([
  [
    "an agent's entry narrows by it",
    () => ({ agents: { [scribe.name]: agentEntry({ narrow: { requires_approval: ["crm:merge"] } }) } }),
  ],
  [
    "levels list its family",
    () => ({
      tool_access: {
        levels: { ...levels, ...Object.fromEntries(BELOW_ELEVATED.map((name) => [name, withFamily(name)])) },
      },
    }),
  ],
])("where %s", (_where, change) => {
  beforeAll(() => putPolicy(database.admin, change()));

  test("a tool that has nothing to do with it is read, asked for and run", async () => {
    expect(await readToolForAgent(gateway, scribe.key, reads.name)).toMatchObject({ ok: true });
    const { id, status } = await ask(scribe, reads);
    expect(status).toBe("running");
    expect(await claimNext(worker, workerId)).toMatchObject({ id, tool: reads.name });
  });

  test("a tool that does such a thing waits for a person, and its pages and its edit answer", async () => {
    const { id, status } = await ask(scribe, merges);
    expect(status).toBe("pending");
    const [row] = await database.admin<{ id: string; rules: string[] }[]>`
      select i.tool_id as id, array(select jsonb_array_elements(n.trace -> 'lines') ->> 'rule') as rules
      from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id where i.id = ${id}`;
    expect(row?.rules).toContain("level.requires_approval");
    const { items } = await listCallers(web, reviewer.session, { id: row?.id ?? "", name: merges.name });
    expect(items.find(({ agent }) => agent === scribe.name)).toMatchObject({ verdict: { kind: "hold" } });
    const form = must(await readEditForm(web, reviewer.session, id));
    expect(await previewEdit(web, reviewer.session, form, '{"a":1}')).toMatchObject({
      ok: true,
      value: { people: 1, why: expect.arrayContaining([expect.stringContaining("need a person for crm")]) },
    });
  });
});

test("control: an agent for whom nobody wrote it does such a thing by itself", async () => {
  await putPolicy(database.admin);
  expect(await ask(other, merges)).toMatchObject({ status: "running" });
});

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("It is not there.");
  return value;
}
