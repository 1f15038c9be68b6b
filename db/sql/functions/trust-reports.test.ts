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

let database: TestDatabase;
let gateway: Sql;
let worker: Sql;
let owner: TestPerson;
let reading: TestTool;
let writing: TestTool;
let workerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway");
  worker = database.as("worker");
  owner = await makePerson(database.admin, "reviewer");
  reading = await pinTool(database.admin, contractOf());
  writing = await pinTool(
    database.admin,
    contractOf({
      safetyClass: "network",
      policy: { network: { mode: "none" } },
      category: "web",
      actionType: "web:fetch",
    }),
  );
  workerId = await registerWorker(worker);
});
afterAll(async () => {
  await database.drop();
});

async function callOnce(agent: TestAgent, tool: TestTool, task: string): Promise<void> {
  await gateway`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash}, '[]', 'a call',
      p_task_id => ${task})`;
  const [taken] = await worker<{ call: { id: string; fence: number } }[]>`
    select agents.fn_claim_tool_invocation(${workerId}, 30) as call`;
  if (!taken?.call?.id) throw new Error("nothing was released");
  await worker`
    select agents.fn_complete_tool_invocation(${workerId}, ${taken.call.id}, ${taken.call.fence}, 'completed', null, '{}', '[]', '{}')`;
}

interface Answer {
  readonly id: string;
  readonly counted: readonly string[];
  readonly replayed: boolean;
}

async function report(agent: TestAgent, task: string, said: unknown): Promise<Answer> {
  const [row] = await gateway<{ answer: Answer }[]>`
    select agents.fn_report_task_outcome(${agent.key}, ${task}, ${gateway.json(said as never)}) as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}

const tallies = (agent: TestAgent) => database.admin`
  select category, difficulty, tasks_done, said_count, said_sum from agents.trust_tallies where agent_id = ${agent.id} order by category`;

describe("an agent's word about a task", () => {
  test("counts in the categories its calls were in, once as a whole, and never as harder than they were", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    await callOnce(agent, reading, "task-1");
    await callOnce(agent, writing, "task-1");
    const said = await report(agent, "task-1", { result: "completed", difficulty: 5, quality: 9.5 });
    expect(said).toMatchObject({ counted: ["file_system", "web"], replayed: false });
    expect(await tallies(agent)).toEqual([
      { category: "all", difficulty: 2, tasks_done: 1, said_count: 1, said_sum: "9.50" },
      { category: "file_system", difficulty: 1, tasks_done: 1, said_count: 1, said_sum: "9.50" },
      { category: "web", difficulty: 2, tasks_done: 1, said_count: 1, said_sum: "9.50" },
    ]);
  });

  test("counts nowhere without a completed call of that task, of that agent", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const other = await makeAgent(database.admin, owner.id);
    await callOnce(other, reading, "borrowed");
    expect(await report(agent, "borrowed", { result: "completed", quality: 10 })).toMatchObject({ counted: [] });
    expect(await tallies(agent)).toEqual([]);
  });

  test.each(["job ", " job", "\tjob\u00a0", "   "])(
    "and a person's is about the task that its calls name, with whatever blanks: %j",
    async (task) => {
      const agent = await makeAgent(database.admin, owner.id);
      const person = await makePerson(database.admin, "operator");
      await callOnce(agent, reading, task);
      expect(await report(agent, task, { result: "completed" })).toMatchObject({ counted: ["file_system"] });
      const [row] = await database.as("web")<{ answer: Answer }[]>`
        select agents.fn_give_feedback(${person.session}, ${agent.id}, ${task}, null, 1, null, null) as answer`;
      expect(row?.answer).toMatchObject({ counted: ["file_system"] });
    },
  );

  test("is taken once: said again it is the same, said otherwise it is a conflict", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    await callOnce(agent, reading, "t");
    const first = await report(agent, "t", { result: "completed", quality: 7 });
    expect(await report(agent, "t", { result: "completed", quality: 7 })).toMatchObject({
      id: first.id,
      replayed: true,
    });
    await expect(report(agent, "t", { result: "completed", quality: 10 })).rejects.toMatchObject({ code: "AL024" });
    expect((await tallies(agent))[0]).toMatchObject({ tasks_done: 1, said_count: 1 });
  });

  test.each([
    ["nothing", null],
    ["no result", { quality: 3 }],
    ["a result nobody knows", { result: "great" }],
    ["a difficulty of six", { result: "completed", difficulty: 6 }],
    ["a difficulty in quotation marks", { result: "completed", difficulty: "3" }],
    ["a quality of eleven", { result: "completed", quality: 11 }],
    ["a misspelt key", { result: "completed", incidnt: { severity: "critical", summary: "x" } }],
    ["an incident without words", { result: "failed", incident: { severity: "critical", summary: " " } }],
    ["an incident without a known severity", { result: "failed", incident: { severity: "huge", summary: "x" } }],
  ])("with %s is refused", async (_case, said) => {
    const agent = await makeAgent(database.admin, owner.id);
    await expect(report(agent, "t", said)).rejects.toMatchObject({ code: "AL026" });
  });

  test("needs the agent's own live key", async () => {
    await expect(
      report({ id: "", name: "", key: "alk_live_none" }, "t", { result: "completed" }),
    ).rejects.toMatchObject({
      code: "AL004",
    });
  });
});

describe("a critical incident", () => {
  test("freezes an agent whose levels do not move by themselves, in the same transaction", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    await report(agent, "t", {
      result: "failed",
      incident: { severity: "critical", summary: "Deleted the wrong bucket." },
    });
    const [row] =
      await database.admin`select frozen_at is not null as frozen, frozen_reason from agents.agents where id = ${agent.id}`;
    expect(row).toEqual({ frozen: true, frozen_reason: "Critical incident: Deleted the wrong bucket." });
  });

  test("that is told with a second report of the same outcome acts as one in the first, and once", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    const first = await report(agent, "t", { result: "failed" });
    const told = { result: "failed", incident: { severity: "critical", summary: "It was the wrong bucket." } };
    expect(await report(agent, "t", told)).toMatchObject({ id: first.id, replayed: true });
    expect(await report(agent, "t", told)).toMatchObject({ id: first.id, replayed: true });
    const [row] = await database.admin`
      select a.frozen_reason, (select count(*)::int from agents.trust_reports r where r.agent_id = a.id and r.kind = 'incident') as incidents,
        (select count(*)::int from agents.trust_reports r where r.agent_id = a.id and r.kind = 'task') as tasks
      from agents.agents a where a.id = ${agent.id}`;
    expect(row).toEqual({ frozen_reason: "Critical incident: It was the wrong bucket.", incidents: 1, tasks: 1 });
  });
});
