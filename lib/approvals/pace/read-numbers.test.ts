import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readNumbers, readTeamNumbers } from "./read-numbers.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("tells a person what they decided, how long they looked, and which drills they caught; drills are no calls", async () => {
  const web = database.as("web");
  const gateway = database.as("gateway", 1);
  const person = await makePerson(database.admin, "operator");
  const owner = await makePerson(database.admin, "admin");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
  const decide = async (id: string, kind: "approve" | "reject", seconds: number) => {
    const [call] = await database.admin<{ digest: string; approval: string }[]>`
      select i.binding_digest as digest, a.id as approval from agents.tool_invocations i
      join agents.approvals a on a.subject_id = i.id where i.id = ${id}`;
    if (!call) throw new Error("nothing waits");
    await web`select agents.fn_see_approval(${person.session}, ${call.approval})`;
    await database.admin`
      update agents.approval_sights set at = at - make_interval(secs => ${seconds}) where approval_id = ${call.approval}`;
    if (kind === "approve")
      await web`select agents.fn_approve_tool_invocation(${person.session}, ${id}, 1, ${call.digest})`;
    else await web`select agents.fn_reject_tool_invocation(${person.session}, ${id}, 1, ${call.digest}, 'no')`;
  };
  const ask = async () => {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ path: randomUUID() })}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
    return row?.id ?? "";
  };
  const drill = async () => {
    const [row] = await database.as("housekeeper", 1)<{ id: string }[]>`
      select agents.fn_place_drill(null, ${agent.id}, ${tool.versionId}, '{"path":"x"}', '[]', 'x', 'bad') as id`;
    return row?.id ?? "";
  };
  await decide(await ask(), "approve", 10);
  await decide(await ask(), "approve", 1);
  await decide(await ask(), "reject", 5);
  await decide(await drill(), "reject", 5);
  await decide(await drill(), "approve", 5);

  const numbers = await readNumbers(web, person.id);
  expect(numbers).toMatchObject({ approved: 2, rejected: 1, hasty: 1, caught: 1, missed: 1, undone: 0 });
  expect(numbers.reading).toEqual([{ tier: "medium", approvals: 3, medianSeconds: expect.closeTo(5, 0) }]);
  expect(numbers.drills.map(({ outcome }) => outcome).toSorted()).toEqual(["caught", "missed"]);
  expect(await readTeamNumbers(web)).toMatchObject([{ name: expect.any(String), caught: 1, missed: 1 }]);
  const idle = await makePerson(database.admin, "operator");
  expect(await readNumbers(web, idle.id)).toEqual({
    approved: 0,
    rejected: 0,
    hasty: 0,
    undone: 0,
    caught: 0,
    missed: 0,
    reading: [],
    drills: [],
  });
});

it("tells others nothing of a vote that a second person is still to give blindly", async () => {
  const web = database.as("web");
  const [first, second] = [await makePerson(database.admin, "operator"), await makePerson(database.admin, "operator")];
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  const [call] = await database.as("gateway", 1)<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  const id = call?.id ?? "";
  const [shown] = await web<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${id}`;
  const approve = ({ session }: { session: string }) =>
    web`select agents.fn_approve_tool_invocation(${session}, ${id}, 1, ${shown?.digest ?? ""})`;
  const approvedBy = async ({ id: person }: { id: string }) =>
    (await readTeamNumbers(web)).find(({ personId }) => personId === person)?.approved;
  await approve(first);
  expect(await approvedBy(first)).toBe(0);
  await approve(second);
  expect(await approvedBy(first)).toBe(1);
});

it.each([
  ["their own no", 0, 1],
  ["another person's no", 1, 0],
])("counts a yes as taken back where its own person ended the question: by %s", async (_case, who, undone) => {
  const web = database.as("web");
  const people = [await makePerson(database.admin, "operator"), await makePerson(database.admin, "operator")];
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  const [call] = await database.as("gateway", 1)<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  const id = call?.id ?? "";
  const [shown] = await web<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${id}`;
  const digest = shown?.digest ?? "";
  await web`select agents.fn_approve_tool_invocation(${people[0]?.session ?? ""}, ${id}, 1, ${digest})`;
  await web`select agents.fn_reject_tool_invocation(${people[who]?.session ?? ""}, ${id}, 1, ${digest}, 'no')`;
  expect(await readNumbers(web, people[0]?.id ?? "")).toMatchObject({ approved: 1, rejected: 0, undone });
});
