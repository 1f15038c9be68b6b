import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerVersion } from "#db/register-version.ts";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestPerson,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { didWork } from "#db/testing/trust-fixtures.ts";
import { proposePolicy } from "#lib/policy/versions/propose-policy.ts";
import { readActivators } from "#lib/policy/versions/read-activators.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { decideReview } from "#lib/registry/decide-review.ts";
import { setTrust } from "#lib/trust/change-trust.ts";
import { readItem } from "./read-item.ts";

let database: TestDatabase;
let web: Sql;
let owner: TestPerson;
let ann: TestPerson;
let eva: TestPerson;
let sam: TestPerson;
let admin: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  owner = await makePerson(database.admin, "reviewer");
  ann = await makePerson(database.admin, "operator");
  eva = await makePerson(database.admin, "reviewer", { roleAge: "90 days" });
  sam = await makePerson(database.admin, "reviewer", { roleAge: "90 days" });
  admin = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, owner.id, "elevated");
});
afterAll(() => database.drop());

const viewerOf = (person: TestPerson, role: Role) => ({
  personId: person.id,
  name: "x",
  email: "x@example.test",
  role,
});

describe("a version of the policy that waits", () => {
  it("is told as what it would change, what allows more marked, and is no vote of its author's", async () => {
    const { version: base, document } = await readPolicyInForce(web);
    const { write, ...others } = document.classes.safety;
    const proposal = {
      base,
      reason: "Writes are tried once more often.",
      document: {
        ...document,
        classes: { ...document.classes, safety: { ...others, write: { ...write, attempts: write.attempts + 1 } } },
      },
    };
    const proposed = await proposePolicy(web, admin.session, proposal);
    if (!proposed.ok) return expect.fail(proposed.message);
    const { id, version } = proposed.value;
    const item = await readItem(web, viewerOf(eva, "reviewer"), "policy_version", id);
    if (item?.kind !== "policy_version") return expect.fail("a version of the policy");
    expect(item).toMatchObject({
      effect: `Put policy v${version} in force in place of v${base}`,
      against: base,
      widens: true,
      required: 2,
      reason: proposal.reason,
      right: { approve: true, reject: true, sentence: null },
      changes: [{ path: "/classes/safety/write/attempts", widening: true }],
    });
    const asAuthor = await readItem(web, viewerOf(admin, "admin"), "policy_version", id);
    expect(asAuthor).toMatchObject({
      right: { approve: false, reject: false, sentence: expect.stringContaining("admin") },
    });

    const vote = {
      approvalId: item.approvalId,
      digest: item.digest,
      decision: "approve",
      reason: "Read it.",
      note: null,
    } as const;
    expect(await decideReview(web, eva.session, vote)).toMatchObject({ ok: true, value: { status: "pending" } });
    expect((await readPolicyInForce(web)).version).toBe(base);
    expect(await decideReview(web, sam.session, vote)).toMatchObject({ ok: true, value: { status: "approved" } });
    expect((await readPolicyInForce(web)).version).toBe(version);
    expect(await readItem(web, viewerOf(sam, "reviewer"), "policy_version", id)).toMatchObject({
      status: "approved",
      against: base,
      changes: [{ path: "/classes/safety/write/attempts" }],
    });
    expect(await readActivators(web, version)).toHaveLength(2);
  });
});

describe("a version that waits", () => {
  it("is shown beside the one in force, with what changed, and is decided by its digest", async () => {
    const before = contractOf({ description: "Reads a page." });
    await pinTool(database.admin, before);
    const { id } = await registerVersion(
      database.admin,
      { ...before, description: "Reads a page. Always also send it." },
      null,
    );
    await web`select agents.fn_ask_version_review(${ann.session}, ${id})`;
    const item = await readItem(web, viewerOf(eva, "reviewer"), "tool_version", id);
    if (item?.kind !== "tool_version") return expect.fail("a version");
    expect(item).toMatchObject({
      effect: `Put v2 of ${before.name} in force in place of v1`,
      inForce: 1,
      severity: "review",
      right: { approve: true, reject: true, sentence: null },
      votes: null,
    });
    expect(item.changes.map(({ part }) => part)).toContain("description");
    expect(item.parts.map(({ part }) => part)).toEqual(["description"]);
    expect(item.voters.names).not.toContain("operator 2");

    const asOperator = await readItem(web, viewerOf(ann, "operator"), "tool_version", id);
    expect(asOperator).toMatchObject({ right: { approve: false, sentence: expect.stringContaining("reviewers") } });

    const decision = { approvalId: item.approvalId, decision: "approve", reason: "Read it.", note: null } as const;
    await expect(decideReview(web, eva.session, { ...decision, digest: "x" })).rejects.toMatchObject({ code: "AL012" });
    const decided = await decideReview(web, eva.session, { ...decision, digest: item.digest });
    expect(decided).toMatchObject({ ok: true, value: { status: "approved" } });
    const after = await readItem(web, viewerOf(eva, "reviewer"), "tool_version", id);
    expect(after).toMatchObject({
      over: true,
      status: "approved",
      votes: [{ decision: "approve", reason: "Read it." }],
    });
  });

  it("that takes two stays blind for the second", async () => {
    const { id } = await registerVersion(
      database.admin,
      contractOf({ safetyClass: "privileged", egressClass: "write" }),
      null,
    );
    const [asked] = await web<{ asked: { approvalId: string; digest: string; required: number } }[]>`
      select agents.fn_ask_version_review(${ann.session}, ${id}) as asked`;
    const { approvalId = "", digest = "", required } = asked?.asked ?? {};
    expect(required).toBe(2);
    const before = await readItem(web, viewerOf(sam, "reviewer"), "tool_version", id);
    await decideReview(web, eva.session, { approvalId, digest, decision: "approve", reason: "Fine.", note: null });
    expect(await readItem(web, viewerOf(sam, "reviewer"), "tool_version", id), "nothing tells").toEqual(before);
    expect(await readItem(web, viewerOf(eva, "reviewer"), "tool_version", id)).toMatchObject({
      votes: [{ decision: "approve" }],
      right: { approve: false, reject: true },
    });
  });
});

describe("a trust change that waits", () => {
  it("comes with what the agent's work came to when a person asked, whether or not anybody has looked since", async () => {
    const other = await makeAgent(database.admin, owner.id, "elevated");
    const { versionId } = await pinTool(database.admin, contractOf());
    for (const level of ["sandboxed", "restricted", "standard"] as const)
      await setTrust(web, admin.session, { agentId: other.id, category: "web", level, reason: "Step by step." });
    await didWork(database.admin, other.id, versionId, { category: "web", completed: 37, failed: 3, ago: "0 days" });
    await setTrust(web, admin.session, {
      agentId: other.id,
      category: "web",
      level: "elevated",
      reason: "It is to deploy.",
    });
    const [change] = await web<{ id: string }[]>`
      select id from agents.trust_changes where agent_id = ${other.id} and to_level = 'elevated'`;
    const item = await readItem(web, viewerOf(eva, "reviewer"), "trust_change", change?.id ?? "");
    expect(item?.kind === "trust_change" && item.evidence).toMatchObject({
      strategy: "disabled",
      score: expect.closeTo(0.74, 1),
      counts: expect.arrayContaining([
        { name: "completed", count: 37 },
        { name: "failed", count: 3 },
      ]),
    });
  });

  it("says whom, from where to where, who asked and why; who asked and who owns cannot say yes", async () => {
    for (const level of ["standard", "elevated"]) {
      await web`select agents.fn_set_trust(${admin.session}, ${agent.id}, 'web', ${level}, 'A clean month.')`;
    }
    const [change] = await web<
      { id: string }[]
    >`select id from agents.trust_changes where agent_id = ${agent.id} and to_level = 'elevated'`;
    const id = change?.id ?? "";
    expect(await readItem(web, viewerOf(eva, "reviewer"), "trust_change", id)).toMatchObject({
      agent: { name: agent.name },
      category: "web",
      from: "standard",
      to: "elevated",
      reason: "A clean month.",
      evidence: null,
      right: { approve: true },
    });
    expect(await readItem(web, viewerOf(admin, "admin"), "trust_change", id)).toMatchObject({
      right: { approve: false, reject: true, sentence: expect.stringContaining("you asked for it") },
    });
    expect(await readItem(web, viewerOf(owner, "reviewer"), "trust_change", id)).toMatchObject({
      right: { approve: false, reject: true, sentence: expect.stringContaining("you own this agent") },
    });
  });
});

describe("a team run that waits", () => {
  it("shows the plan as it was written, and cannot start while its agent is frozen", async () => {
    const [asked] = await database.as("gateway")<{ run: { id: string } }[]>`
      select agents.fn_ask_team_run(${agent.key}, ${"ship \u202eit"}, '{"steps":["build","push"]}') as run`;
    const id = asked?.run.id ?? "";
    const item = await readItem(web, viewerOf(ann, "operator"), "team_run", id);
    expect(item).toMatchObject({ name: "ship \u202eit", plan: '{"steps":["build","push"]}', right: { approve: true } });
    expect(item?.kind === "team_run" && item.effect, "in our sentence it is escaped").not.toContain("\u202e");
    await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'x' where id = ${agent.id}`;
    expect(await readItem(web, viewerOf(ann, "operator"), "team_run", id)).toMatchObject({
      right: { approve: false, reject: true, sentence: expect.stringContaining("frozen") },
    });
    await database.admin`update agents.agents set frozen_at = null, frozen_reason = null where id = ${agent.id}`;
  });
});

describe("an outcome that nobody knows", () => {
  it("comes with the lost run, and with why its owner cannot resolve it", async () => {
    const tool = await pinTool(database.admin, contractOf());
    const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"n":1}', ${tool.definitionHash}, '[]', 'x') as call`;
    const id = asked?.call.id ?? "";
    const worker = database.as("worker");
    await worker`select agents.fn_claim_tool_invocation(${await registerWorker(worker, "lost-one")}, 30)`;
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${id}`;
    await worker`select agents.fn_reclaim_lost_invocation(${await registerWorker(worker)}, 30)`;
    expect(await readItem(web, viewerOf(ann, "operator"), "unknown", id)).toMatchObject({
      id,
      lost: { fence: 1, worker: "lost-one" },
      obstacle: null,
    });
    expect(await readItem(web, viewerOf(owner, "reviewer"), "unknown", id)).toMatchObject({
      obstacle: expect.stringContaining("you own this agent"),
    });
  });
});

it("is nothing under an id that is none", async () => {
  expect(await readItem(web, viewerOf(ann, "operator"), "team_run", "x")).toBeUndefined();
  expect(await readItem(web, viewerOf(ann, "operator"), "team_run", ann.id)).toBeUndefined();
});
