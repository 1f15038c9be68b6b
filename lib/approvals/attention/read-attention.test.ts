import { afterAll, beforeAll, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { assign, comment, extend, snooze } from "./attend.ts";
import { readAttention } from "./read-attention.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const viewer = ({ id }: TestPerson, role: Role = "operator") => ({
  personId: id,
  name: "x",
  email: "x@example.test",
  role,
});

it("tells what was said and done, gives votes away only to those who voted, and looks the same for a drill", async () => {
  const web = database.as("web");
  const owner = await makePerson(database.admin, "operator");
  const [ana, ben] = [await makePerson(database.admin, "operator"), await makePerson(database.admin, "reviewer")];
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  const [asked] = await database.as("gateway", 1)<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"path":"a"}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  const subject = { kind: "invocation", id: asked?.id ?? "" } as const;
  await comment(web, ana.session, subject, "Is this the right key?");
  await assign(web, ana.session, subject, ben.id);
  await extend(web, ana.session, subject);
  await snooze(web, ana.session, subject, 15);
  const [call] = await database.admin<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${subject.id}`;
  await web`select agents.fn_approve_tool_invocation(${ana.session}, ${subject.id}, 1, ${call?.digest ?? ""}, 'fine')`;

  const toBen = await readAttention(web, viewer(ben, "reviewer"), subject);
  expect(toBen.timeline.map(({ action }) => action)).toEqual([
    "asked",
    "approval.commented",
    "approval.assigned",
    "approval.extended",
  ]);
  expect(toBen).toMatchObject({ assignee: { id: ben.id }, extensions: 1, snoozedUntil: null, mayAttend: true });
  expect(toBen.candidates.map(({ id }) => id).toSorted(), "not the owner").toEqual([ana.id, ben.id].toSorted());
  const toAna = await readAttention(web, viewer(ana), subject);
  expect(toAna.timeline.at(-1)).toMatchObject({ action: "invocation.approved", words: "fine" });
  expect(toAna.snoozedUntil).not.toBeNull();

  const [drill] = await database.as("housekeeper", 1)<{ id: string }[]>`
    select agents.fn_place_drill(null, ${agent.id}, ${tool.versionId}, '{"path":"x"}', '[]', 'x', 'bad') as id`;
  const shown = await readAttention(web, viewer(ben), { kind: "invocation", id: drill?.id ?? "" });
  expect(shown.timeline.map(({ action }) => action)).toEqual(["asked"]);
});
