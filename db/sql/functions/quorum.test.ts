import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

/** A quorum that nobody could meet is refused when it is configured, not found out about when a call waits in vain. */

let database: TestDatabase;
let admin: TestPerson;
/** Of the test, for names that are free. */
let n = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await makePerson(database.admin, "admin");
});
afterAll(() => database.drop());

/** Nobody votes, nobody asks, no tool is there, and what ships is in force. */
beforeEach(async () => {
  n += 1;
  await database.admin`update agents.people set disabled_at = now() where role <> 'admin'`;
  await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'test'`;
  await database.admin`update agents.tools_registry set state = 'retired'`;
  const [, safe] = [await people("operator", "operator"), await put({})];
  expect(safe).toBe("ok");
  await database.admin`update agents.people set disabled_at = now() where role <> 'admin'`;
});

const people = (...roles: ("operator" | "reviewer")[]) =>
  Promise.all(roles.map((role) => makePerson(database.admin, role)));

/** The name of a new agent of theirs. */
async function agentOf(owner: TestPerson): Promise<string> {
  const { id } = await makeAgent(database.admin, owner.id);
  const [agent] = await database.admin<{ name: string }[]>`select name from agents.agents where id = ${id}`;
  return agent?.name ?? "";
}

/** "ok", or the code that it is refused with. */
async function put(change: Partial<PolicyDocument>): Promise<string> {
  return putPolicy(database.admin, change).then(
    () => "ok",
    (error: { code?: string }) => error.code ?? "?",
  );
}

const { safety, egress } = POLICY_AS_SHIPPED.classes;
type SafetyClass = keyof typeof safety;
const classes = (name: SafetyClass, change: Partial<(typeof safety)[SafetyClass]>, others = egress) => ({
  classes: { egress: others, safety: { ...safety, [name]: { ...safety[name], ...change } } },
});

describe("what a class asks for", () => {
  it("is refused where fewer people of its roles are there", async () => {
    await people("operator", "operator", "reviewer");
    expect(await put(classes("privileged", { voters: ["reviewer"] }))).toBe("AL040");
    await people("reviewer");
    expect(await put(classes("privileged", { voters: ["reviewer"] }))).toBe("ok");
  });

  it("is refused where an agent's owner is one of them, and says whose", async () => {
    const [reviewer] = await people("reviewer", "reviewer");
    if (!reviewer) throw new Error("Nobody was made.");
    const name = await agentOf(reviewer);
    await expect(putPolicy(database.admin, classes("privileged", { voters: ["reviewer"] }))).rejects.toMatchObject({
      code: "AL040",
      message: expect.stringContaining(`${name} has 1 beside its owner`),
    });
    await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'test' where name = ${name}`;
    expect(await put(classes("privileged", { voters: ["reviewer"] })), "it asks for nothing").toBe("ok");
  });

  it("counts what a class of egress asks for of its tools, and a network tool without a list", async () => {
    await people("operator", "operator", "reviewer");
    const both = { ...egress, write: 2 };
    expect(await put(classes("write", { voters: ["reviewer"] }, both)), "no tool has both").toBe("ok");
    expect(await put({})).toBe("ok");
    await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write", actionType: "fs:write" }));
    expect(await put(classes("write", { voters: ["reviewer"] }))).toBe("ok");
    expect(await put(classes("write", { voters: ["reviewer"] }, both))).toBe("AL040");
    const network = { voters: ["reviewer" as const] };
    expect(await put(classes("network", { ...network, open_people: 1 }))).toBe("ok");
    expect(await put(classes("network", { ...network, open_people: 2 }))).toBe("AL040");
  });

  it("stands in the way of no other change once people have gone", async () => {
    const [, , , leaving] = await people("operator", "operator", "reviewer", "reviewer");
    expect(await put(classes("privileged", { voters: ["reviewer"] }))).toBe("ok");
    await database.admin`update agents.people set disabled_at = now() where id = ${leaving?.id ?? ""}`;
    expect(await put(classes("privileged", { voters: ["reviewer"], attempts: 1, audit: "rules" }))).toBe("ok");
    expect(await put(classes("privileged", { voters: ["operator", "reviewer"] })), "the way out").toBe("ok");
    expect(await put(classes("privileged", { voters: ["reviewer"] })), "not back in").toBe("AL040");
  });
});

describe("what a profile asks for", () => {
  const careful = (asked: number, about: { tool: string } | { action: string }, to?: string) => ({
    profiles: {
      careful: {
        description: "",
        rules: [{ ...about, people: asked, reason: "test" }],
        human_approval: [],
        approval_minutes: {},
        budgets: [],
      },
    },
    agents: to ? { [to]: { profiles: ["careful"], allow: [], deny: [], enforce_tool_policies: true } } : {},
  });

  it("is refused for the profile, and for each agent that gets it", async () => {
    const [only] = await people("operator");
    if (!only) throw new Error("Nobody was made.");
    expect(await put(careful(2, { tool: "t" }))).toBe("AL040");
    expect(await put(careful(1, { tool: "t" }))).toBe("ok");
    expect(await put(careful(1, { tool: "t" }, await agentOf(admin)))).toBe("ok");
    expect(await put(careful(1, { tool: "t" }, await agentOf(only))), "its owner is the only voter").toBe("AL040");
  });

  it("is counted among those who vote on the class of the tool it is about, by its name or by its action", async () => {
    const [reviewer] = await people("operator", "operator", "reviewer");
    if (!reviewer) throw new Error("Nobody was made.");
    await pinTool(
      database.admin,
      contractOf({ name: `reviewed_${n}`, safetyClass: "write", egressClass: "write", actionType: "fs:write" }),
    );
    await pinTool(database.admin, contractOf({ name: `free_${n}`, actionType: "fs:read" }));
    const reviewers = classes("write", { voters: ["reviewer"] });
    const name = await agentOf(admin);
    for (const about of [
      { tool: `reviewed_${n}` },
      { action: "fs:write" },
      { action: "fs" },
      { action: "file_system" },
    ]) {
      expect(await put({ ...reviewers, ...careful(2, about, name) }), JSON.stringify(about)).toBe("AL040");
      expect(await put({ ...reviewers, ...careful(1, about, name) }), JSON.stringify(about)).toBe("ok");
    }
    for (const about of [{ tool: `free_${n}` }, { action: "fs:read" }])
      expect(await put({ ...reviewers, ...careful(2, about, name) }), JSON.stringify(about)).toBe("ok");
  });

  it("is counted beside the owner of the agent that gets it, by those roles", async () => {
    const [, , reviewer] = await people("operator", "operator", "reviewer");
    if (!reviewer) throw new Error("Nobody was made.");
    await pinTool(
      database.admin,
      contractOf({ name: `reviewed_${n}`, safetyClass: "write", egressClass: "write", actionType: "fs:write" }),
    );
    const reviewers = classes("write", { voters: ["reviewer"] });
    expect(await put(reviewers)).toBe("ok");
    const theirs = await agentOf(reviewer);
    expect(await put({ ...reviewers, ...careful(1, { tool: `reviewed_${n}` }, theirs) })).toBe("AL040");
    expect(await put({ ...reviewers, ...careful(1, { tool: "another" }, theirs) }), "operators vote").toBe("ok");
  });
});
