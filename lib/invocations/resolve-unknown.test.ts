import { setTimeout } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
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
import { attempt } from "#lib/errors/attempt.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { countUnknown } from "./count-unknown.ts";
import { readInvocation } from "./read-invocation.ts";
import { readLostRun } from "./read-lost-run.ts";
import { resolveObstacle } from "./resolve-obstacle.ts";
import { type ResolvedAs, resolveUnknown } from "./resolve-unknown.ts";

let database: TestDatabase;
let web: Sql;
let feed: ChangeFeed;
let people: Record<Role | "owner", TestPerson>;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  web = database.as("web");
  feed = await openChangeFeed(database.as("gateway"), "airlock_events");
  people = {
    owner: await makePerson(admin, "operator"),
    viewer: await makePerson(admin, "viewer"),
    operator: await makePerson(admin, "operator"),
    reviewer: await makePerson(admin, "reviewer"),
    admin: await makePerson(admin, "admin"),
  };
  agent = await makeAgent(admin, people.owner.id);
  tool = await pinTool(admin, contractOf({ policy: { network: { mode: "allowlist", hosts: ["bank.example:443"] } } }));
});
afterAll(async () => {
  await feed.close();
  await database.drop();
});

interface Lost {
  readonly id: string;
  readonly fence: number;
  /** What its worker was told to hand on. */
  readonly key: string;
  readonly worker: string;
}

/** A call that a worker took and never answered for; its lease is over and the next worker has noticed. */
async function loseCall(key: string | null = null): Promise<Lost> {
  const dispatcher = database.as("worker");
  const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"to":"a"}', ${tool.definitionHash}, '[]', 'Pay', ${key}) as call`;
  const id = asked?.call.id ?? "";
  const [taken] = await dispatcher<{ worker: string; claim: { id: string; fence: number; idempotencyKey: string } }[]>`
    select w.id as worker, agents.fn_claim_tool_invocation(w.id, 30) as claim
    from agents.fn_register_worker(null, 'lost-host:7', '[]') w(id)`;
  expect(taken?.claim.id).toBe(id);
  await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 second' where id = ${id}`;
  await dispatcher`
    select agents.fn_reclaim_lost_invocation(w.id, 30) from agents.fn_register_worker(null, 'next-host:8', '[]') w(id)`;
  const { fence = 0, idempotencyKey: handed = "" } = taken?.claim ?? {};
  return { id, fence, key: handed, worker: taken?.worker ?? "" };
}

const resolve = (person: TestPerson, { id, fence }: Lost, outcome: ResolvedAs, reason: string) =>
  attempt(() => resolveUnknown(web, person.session, { id, fence }, outcome, reason));

describe("an outcome nobody knows", () => {
  it("is shown with its worker, its run, the key the tool was given and what it could reach", async () => {
    const before = await countUnknown(web);
    const lost = await loseCall("invoice-7");
    expect(await countUnknown(web)).toBe(before + 1);
    expect(await readLostRun(web, people.operator.id, lost.id)).toMatchObject({
      fence: 1,
      worker: "lost-host:7",
      key: lost.key,
      agentKey: "invoice-7",
      idempotent: false,
      policy: { network: { hosts: ["bank.example:443"] } },
      ownedByViewer: false,
      lateReport: null,
      resolution: null,
    });
    expect((await readLostRun(web, people.owner.id, lost.id))?.ownedByViewer).toBe(true);
    const without = await loseCall();
    expect(await readLostRun(web, people.owner.id, without.id)).toMatchObject({ key: without.id, agentKey: null });
  });

  it("shows what its worker reported too late, without taking its word", async () => {
    const { id, fence, worker } = await loseCall();
    await database.as("worker")`
      select agents.fn_complete_tool_invocation(${worker}, ${id}, ${fence}, 'completed', null, null, '[]', '{}')`;
    expect(await readLostRun(web, people.operator.id, id)).toMatchObject({
      lateReport: { reported: "completed" },
      resolution: null,
    });
  });

  it.each([
    ["completed", null],
    ["failed", "lease_lost"],
  ] as const)("is resolved as %s by one person, whose words reach the agent and the page", async (outcome, code) => {
    const lost = await loseCall();
    expect(await resolve(people.reviewer, lost, outcome, "I looked at the bank.")).toMatchObject({
      ok: true,
      value: { value: { status: outcome } },
    });
    const told = await waitForEnd(database.as("gateway"), feed, agent.key, lost.id, 0, AbortSignal.timeout(1_000));
    expect(told).toMatchObject({ ok: true, value: { status: outcome, reason: "I looked at the bank." } });
    expect(await readInvocation(web, lost.id)).toMatchObject({ status: outcome, errorCode: code, output: null });
    expect(await readLostRun(web, people.operator.id, lost.id)).toMatchObject({
      resolution: { outcome, by: expect.stringContaining("reviewer"), reason: "I looked at the bank." },
    });
  });

  it("is refused to those the page says cannot, and to nobody else", async () => {
    const obstacles = {
      viewer: resolveObstacle("viewer", false),
      admin: resolveObstacle("admin", false),
      owner: resolveObstacle("operator", true),
    };
    expect(obstacles.owner).toContain("you own this agent");
    const lost = await loseCall();
    for (const [who, code] of [
      ["viewer", "not_permitted"],
      ["admin", "not_permitted"],
      ["owner", "self_approval"],
    ] as const) {
      expect(obstacles[who], who).not.toBeNull();
      expect(await resolve(people[who], lost, "failed", "x"), who).toMatchObject({ ok: false, code });
    }
    expect(resolveObstacle("operator", false)).toBeNull();
    expect(resolveObstacle("reviewer", false)).toBeNull();
    expect(await resolve(people.operator, lost, "failed", "x")).toMatchObject({ ok: true });
  });

  it("takes a reason, the run that was seen, and one person only", async () => {
    const lost = await loseCall();
    expect(await resolve(people.operator, lost, "failed", "  ")).toMatchObject({ ok: false, code: "reason_required" });
    expect(await resolve(people.operator, { ...lost, fence: 2 }, "failed", "x")).toMatchObject({
      ok: false,
      code: "stale_payload",
    });
    const both = await Promise.all([
      resolve(people.operator, lost, "failed", "It is not there."),
      resolve(people.reviewer, lost, "completed", "It is there."),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const [late] = both.filter((outcome) => !outcome.ok);
    expect(late?.ok === false && ["wrong_state", "busy"].includes(late.code)).toBe(true);
  });

  it("is what an agent can wait out: asked again, the answer comes when a person has resolved it", async () => {
    const lost = await loseCall();
    const waiting = waitForEnd(database.as("gateway"), feed, agent.key, lost.id, 20, AbortSignal.timeout(20_000));
    const pause = setTimeout(300, "still waiting");
    expect(await Promise.race([waiting, pause]), "control: unresolved, it does not answer").toBe("still waiting");
    await resolve(people.operator, lost, "failed", "It is not there.");
    expect(await waiting).toMatchObject({ ok: true, value: { status: "failed", reason: "It is not there." } });
  });

  it("is nothing a call has that was never lost", async () => {
    const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'Pay') as call`;
    expect(await readLostRun(web, people.operator.id, asked?.call.id ?? "")).toBeUndefined();
    expect(await readLostRun(web, people.operator.id, "not-an-id")).toBeUndefined();
  });
});
