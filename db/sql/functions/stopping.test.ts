import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { freezeAgent } from "#lib/agents/freeze-agent.ts";
import { throwKillSwitch } from "#lib/operations/throw-kill-switch.ts";

/**
 * What stops calls must not wait for those who are to be stopped. A stolen login switches its time limits off and holds a lane of the
 * log or a row in turns, each turn too short for the watchdog.
 */
let database: TestDatabase;
let web: Sql;
let reviewer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  reviewer = await makePerson(database.admin, "reviewer");
  admin = await makePerson(database.admin, "admin");
});
afterAll(async () => {
  await database.drop();
});

/** Longer than the half second that other acts of people wait. */
const TURN_MS = 700;

/** Three connections that hold what `act` takes one after the other, without a pause, until `work` is done. */
async function whileHeldInTurns(url: string, act: (sql: Sql) => Promise<unknown>, work: () => Promise<void>) {
  let over = false;
  let turns = 0;
  const relay = Array.from({ length: 3 }, async () => {
    const sql = openConnection(url, { max: 1 });
    await sql`set statement_timeout = 0`;
    await sql`set lock_timeout = 0`;
    while (!over) {
      await sql`begin`;
      await act(sql);
      turns += 1;
      await sleep(TURN_MS);
      await sql`commit`;
    }
    await sql.end({ timeout: 1 });
  });
  try {
    while (turns < 2) await sleep(20);
    await work();
  } finally {
    over = true;
    await Promise.all(relay);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  return { value: await work(), ms: performance.now() - start };
}

/** As the functions were: one lane for everything but calls, and nobody waits there for longer than half a second. */
async function asBefore(functions: readonly string[], work: () => Promise<void>): Promise<void> {
  const texts = await Promise.all(
    ["audit.lane_of(text, text, text)", ...functions].map(async (name) => {
      const [row] = await database.admin<{ text: string }[]>`select pg_get_functiondef(${name}::regprocedure) as text`;
      return row?.text ?? "";
    }),
  );
  const [lanes = "", ...others] = texts;
  await database.admin.unsafe(lanes.replace(/select case[^$]*/, "select 15\n"));
  for (const text of others) await database.admin.unsafe(text.replace(/ SET lock_timeout TO .*\n/, "\n"));
  try {
    await work();
  } finally {
    for (const text of texts) await database.admin.unsafe(text);
  }
}

const makeAgentOfAdmin = () => makeAgent(database.admin, admin.id);
const stopAgent = (id: string) =>
  throwKillSwitch(web, reviewer.session, { scope: "agent", targetId: id }, "It must stop.");

describe("agents that end their sessions without a pause", () => {
  test("do not hold up the kill switch, a freeze or anybody who signs out; in one lane with them they did", async () => {
    const agent = await makeAgentOfAdmin();
    const endSession = (sql: Sql) => sql`select agents.fn_end_session(${agent.key}, 'x')`;
    await whileHeldInTurns(database.urls.gateway, endSession, async () => {
      const thrown = await timed(() => stopAgent(agent.id));
      const frozen = await timed(() =>
        freezeAgent(web, admin.session, { agentId: agent.id, frozen: true, reason: "It must stop." }),
      );
      const guest = await makePerson(database.admin, "viewer");
      const left = await timed(() => web`select agents.fn_sign_out(${guest.session})`);
      for (const { ms } of [thrown, frozen, left]) expect(ms).toBeLessThan(TURN_MS);
    });
    const other = await makeAgentOfAdmin();
    await asBefore(["agents.fn_throw_kill_switch(text, text, uuid, text)"], () =>
      whileHeldInTurns(
        database.urls.gateway,
        (sql) => sql`select agents.fn_end_session(${other.key}, 'x')`,
        async () => {
          await expect(
            web`select agents.fn_throw_kill_switch(${reviewer.session}, 'agent', ${other.id}, 'It must stop.')`,
            "control: in their lane, and as patient as any act",
          ).rejects.toMatchObject({ code: "55P03" });
        },
      ),
    );
    const [switches] = await database.admin`select array_agg(target_id) as ids from agents.kill_switches`;
    expect(switches).toEqual({ ids: [agent.id] });
  }, 60_000);
});

describe("an agent that reports tasks without a pause", () => {
  test("is frozen by whoever waits in the queue for its row; who waited for half a second was not heard", async () => {
    const agent = await makeAgentOfAdmin();
    let task = 0;
    const report = (sql: Sql) => {
      task += 1;
      return sql`select agents.fn_report_task_outcome(${agent.key}, ${`task ${task}`}, '{"result": "completed"}')`;
    };
    const freeze = () => freezeAgent(web, admin.session, { agentId: agent.id, frozen: true, reason: "It must stop." });
    await asBefore(["agents.fn_freeze_agent(text, uuid, boolean, text)"], () =>
      whileHeldInTurns(database.urls.gateway, report, async () => {
        await expect(freeze(), "control: as patient as any act").rejects.toMatchObject({ code: "55P03" });
      }),
    );
    await whileHeldInTurns(database.urls.gateway, report, async () => {
      await freeze();
    });
    const [row] =
      await database.admin`select frozen_at is not null as frozen from agents.agents where id = ${agent.id}`;
    expect(row).toEqual({ frozen: true });
  }, 60_000);
});

describe("the lanes of people and of what stops", () => {
  const lanesSince = async (act: () => Promise<unknown>): Promise<number[]> => {
    const [before] = await database.admin<
      { at: string }[]
    >`select coalesce(max(at_us), 0)::text as at from audit.events`;
    await act();
    const rows = await database.admin<{ lane: number }[]>`
      select distinct lane from audit.events where at_us > ${before?.at ?? "0"}::bigint order by lane`;
    return rows.map(({ lane }) => lane);
  };

  test("are not those of anything that the agents' door, a dispatcher or a stranger to the sign-in page causes", async () => {
    const agent = await makeAgentOfAdmin();
    const gateway = database.as("gateway");
    const worker = database.as("worker");
    const tool = await pinTool(
      database.admin,
      contractOf({ runtime: { kind: "platform", operation: "memory.store" }, idempotency: "optional" }),
    );
    const proof = randomBytes(32);
    const acts: Record<string, () => Promise<unknown>> = {
      "a session's end": () => gateway`select agents.fn_end_session(${agent.key}, 'x')`,
      "a task's report": () =>
        gateway`select agents.fn_report_task_outcome(${agent.key}, 't', '{"result": "failed", "incident": {"severity": "critical", "summary": "It broke."}}')`,
      "a memory": async () => {
        const id = await registerWorker(worker);
        const asking = await makeAgentOfAdmin();
        await gateway`
          select agents.fn_invoke_tool(${asking.key}, ${tool.name}, '{"text": "x"}', ${tool.definitionHash}, '[]', 'x')`;
        const [row] = await worker`select agents.fn_claim_tool_invocation(${id}, 30) as claim`;
        await worker`select agents.fn_perform_in_platform(${id}, ${row?.claim?.id}, ${row?.claim?.fence})`;
      },
      "a sign-in that failed": async () => {
        const [attempt] = await web`select agents.fn_begin_sign_in('nobody@example.test', sha256(${proof})) as id`;
        await web`select agents.fn_sign_in(${attempt?.id}, 'nobody@example.test', ${proof}, ${"t".repeat(43)}, '')`;
      },
      "a version of an author": () =>
        database.admin`select audit.append('person:1', 'tool_version.registered', 'tool_version:1', '{}')`,
      "a drift": () => database.admin`select audit.append('worker:1', 'tool.quarantined', 'tool:1', '{}')`,
    };
    for (const [name, act] of Object.entries(acts)) {
      const lanes = await lanesSince(act);
      expect(lanes.length, name).toBeGreaterThan(0);
      expect(Math.max(...lanes), name).toBeLessThan(14);
    }
    expect(await lanesSince(() => stopAgent(agent.id)), "control: what stops has the last").toEqual([15]);
    const revoke = () => web`
      select agents.fn_revoke_agent_key(${admin.session}, (select id from agents.agent_keys where agent_id = ${agent.id}))`;
    expect(await lanesSince(revoke), "what a person takes away has the one before it").toEqual([14]);
  });
});
