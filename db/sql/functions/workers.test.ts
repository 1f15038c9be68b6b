import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { claimSync, connectServer } from "#db/testing/mcp-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openSecret } from "#lib/secrets/open.ts";
import { sealSecret } from "#lib/secrets/seal.ts";

let database: TestDatabase;
let web: Sql;
let worker: Sql;
let admin: TestPerson;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  worker = database.as("worker", 12);
  admin = await makePerson(database.admin, "admin");
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.admin`update agents.tool_invocations set status = 'cancelled' where status = 'running'`;
  agent = await makeAgent(database.admin, admin.id);
  tool = await pinTool(database.admin, contractOf());
});

async function ask(of: TestTool = tool, by: TestAgent = agent): Promise<string> {
  const [row] = await database.as("gateway")<{ id: string }[]>`
    select agents.fn_invoke_tool(${by.key}, ${of.name}, '{}', ${of.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return row?.id ?? "";
}

/** Two whose entries go to one lane of the log wait for each other there, whatever the limits say. */
async function askInLanesOfTheirOwn(count: number): Promise<void> {
  const lanes = new Set<number>();
  while (lanes.size < count) {
    const id = await ask();
    const [row] = await database.admin<{ lane: number }[]>`select audit.lane_of(${`invocation:${id}`}) as lane`;
    if (row && !lanes.has(row.lane)) lanes.add(row.lane);
    else await database.admin`update agents.tool_invocations set status = 'cancelled' where id = ${id}`;
  }
}

type Claimed = { id?: string; fence?: number; setAside?: string } | null;

async function claim(id: string): Promise<Claimed> {
  const [row] = await worker<{ claim: Claimed }[]>`select agents.fn_claim_tool_invocation(${id}, 60) as claim`;
  return row?.claim ?? null;
}

describe("calls at once", () => {
  const limit = (name: string, value: number) =>
    database.admin`update agents.settings set value = ${value} where name = ${name}`;

  test.each(["agent_concurrency", "tool_concurrency"])(
    "are never more than %s, however many workers claim at once",
    async (name) => {
      const ids = await Promise.all(Array.from({ length: 12 }, () => registerWorker(worker)));
      await Promise.all(Array.from({ length: 12 }, () => ask()));
      await limit(name, 3);
      const taken = await Promise.all(
        ids.map(async (id) => {
          const first = await claim(id);
          return first?.setAside ? await claim(id) : first;
        }),
      );
      expect(taken.filter((answer) => answer?.id)).toHaveLength(3);
      // The control: without the limit the rest is free.
      await limit(name, 64);
      expect((await claim(ids[0] ?? ""))?.id).toBeDefined();
      await Promise.all(ids.map((id) => worker`select agents.fn_stop_worker(${id})`));
    },
  );

  test("count one that another worker has taken and not committed yet", async () => {
    await database.admin`update agents.workers set stopped_at = now()`;
    const [slow, quick] = [await registerWorker(worker), await registerWorker(worker)];
    await limit("agent_concurrency", 3);
    await askInLanesOfTheirOwn(5);
    const connection = await worker.reserve();
    await connection`begin`;
    await connection`select agents.fn_claim_tool_invocation(${slow}, 60)`;
    // Far from the limit nobody waits for anybody.
    expect((await claim(quick))?.id).toBeDefined();
    expect((await claim(quick))?.id).toBeDefined();
    let answered = false;
    const last = claim(quick).finally(() => (answered = true));
    const waiting = () => database.admin`select from pg_locks where locktype = 'advisory' and not granted`;
    while (!answered && (await waiting()).length === 0);
    await connection`commit`;
    connection.release();
    expect((await last)?.id).toBeUndefined();
    expect(await claim(quick)).toBeNull();
    await limit("agent_concurrency", 32);
  });

  test("of a busy agent leave room for the calls of others behind them", async () => {
    const id = await registerWorker(worker);
    const other = await makeAgent(database.admin, admin.id);
    await limit("agent_concurrency", 1);
    await ask();
    await ask();
    const waiting = await ask(tool, other);
    expect((await claim(id))?.id).toBeDefined();
    expect((await claim(id))?.id).toBe(waiting);
    expect(await claim(id)).toBeNull();
    await limit("agent_concurrency", 32);
  });
});

describe("a worker that is drained", () => {
  const drain = (person: TestPerson, id: string, draining: boolean) =>
    web`select agents.fn_drain_worker(${person.session}, ${id}, ${draining})`;

  test("is given nothing new, keeps what it has, and is given calls again when it is taken back", async () => {
    const id = await registerWorker(worker);
    await ask();
    const held = await claim(id);
    const next = await ask();
    await drain(admin, id, true);
    expect(await claim(id)).toBeNull();
    const [beat] =
      await worker`select agents.fn_heartbeat(${id}, ${held?.id ?? ""}, ${held?.fence ?? 0}, 30) as answer`;
    expect(beat?.answer).toMatchObject({ held: true, stop: false });
    await drain(admin, id, false);
    expect((await claim(id))?.id).toBe(next);
  });

  test("is given neither the lost calls of others nor servers to look at", async () => {
    const [lost, id] = [await registerWorker(worker), await registerWorker(worker)];
    await ask(await pinTool(database.admin, contractOf({ idempotent: true })));
    const held = await claim(lost);
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 minute' where id = ${held?.id ?? ""}`;
    const server = await connectServer(web, admin);
    const reclaim = async () => (await worker`select agents.fn_reclaim_lost_invocation(${id}, 60) as claim`)[0]?.claim;
    await drain(admin, id, true);
    expect([await reclaim(), await claimSync(worker, id)]).toEqual([null, null]);
    // The control: both were there to be taken.
    await drain(admin, id, false);
    expect(await reclaim()).toMatchObject({ id: held?.id });
    expect(await claimSync(worker, id)).toMatchObject({ serverId: server });
  });

  test("is drained by an admin only, once, and on record", async () => {
    const id = await registerWorker(worker);
    const operator = await makePerson(database.admin, "operator");
    await expect(drain(operator, id, true)).rejects.toMatchObject({ code: "AL005" });
    await drain(admin, id, true);
    await drain(admin, id, true);
    await expect(drain(admin, randomUUID(), true)).rejects.toMatchObject({ code: "AL028" });
    const entries =
      await database.admin`select action from audit.events where subject = ${`worker:${id}`} and action like 'worker.drain%'`;
    expect(entries).toHaveLength(1);
  });
});

describe("the credentials of a call", () => {
  const dispatcher = generateKeyPairSync("x25519");
  const keep = (name: string, value: string) => {
    const { sealedTo, sealed } = sealSecret(dispatcher.publicKey, name, value);
    return web`select agents.fn_put_secret(${admin.session}, ${name}, ${sealedTo}, ${sealed})`;
  };
  const handOver = (id: string, call: Claimed, fence = call?.fence) =>
    worker<{ secrets: { name: string; sealed: string }[] }[]>`
      select agents.fn_secrets_for_call(${id}, ${call?.id ?? ""}, ${fence ?? 0}) as secrets`;

  test("are those that its tool names and no others, for whoever holds it, on record", async () => {
    await keep("forge", "forge-value");
    await keep("other", "other-value");
    const id = await registerWorker(worker);
    await ask(await pinTool(database.admin, contractOf({ requires: { secrets: ["forge"] } })));
    const held = await claim(id);
    const [row] = await handOver(id, held);
    expect(row?.secrets.map(({ name }) => name)).toEqual(["forge"]);
    const sealed = Buffer.from(row?.secrets[0]?.sealed ?? "", "base64");
    expect(openSecret(dispatcher.privateKey, "forge", sealed)).toBe("forge-value");

    await expect(handOver(await registerWorker(worker), held)).rejects.toMatchObject({ code: "AL033" });
    await expect(handOver(id, held, (held?.fence ?? 0) + 1)).rejects.toMatchObject({ code: "AL033" });
    const entries = await database.admin<{ body: string }[]>`
      select body from audit.events where action = 'secret.handed_over' and subject = ${`invocation:${held?.id}`}`;
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain(row?.secrets[0]?.sealed);
  });

  test("are nothing for a tool that names none, and what was withdrawn is left out", async () => {
    await keep("gone", "gone-value");
    const id = await registerWorker(worker);
    const needy = await pinTool(database.admin, contractOf({ requires: { secrets: ["gone"] } }));
    await ask(needy);
    const held = await claim(id);
    await web`select agents.fn_retire_secret(${admin.session}, 'gone', 'It leaked.')`;
    expect((await handOver(id, held))[0]?.secrets).toEqual([]);
    await ask();
    expect((await handOver(id, await claim(id)))[0]?.secrets).toEqual([]);
  });
});
