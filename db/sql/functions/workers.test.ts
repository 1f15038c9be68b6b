import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { ISql, Sql } from "postgres";
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
import { takeOut } from "#db/testing/take-out.ts";
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

async function claim(id: string, sql: ISql = worker): Promise<Claimed> {
  const [row] = await sql<{ claim: Claimed }[]>`select agents.fn_claim_tool_invocation(${id}, 60) as claim`;
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
  const handOver = (id: string, call: Claimed, fence = call?.fence) => handOverBy(worker, id, call, fence);
  const handOverBy = (sql: ISql, id: string, call: Claimed, fence = call?.fence) =>
    sql<{ secrets: { name: string; version: number; sealed: string }[] }[]>`
      select agents.fn_secrets_for_call(${id}, ${call?.id ?? ""}, ${fence ?? 0}) as secrets`;
  const record = async (subject: string) => {
    const rows = await database.admin<{ action: string; secrets: unknown }[]>`
      select action, body::jsonb -> 'secrets' as secrets from audit.events
      where subject = ${`invocation:${subject}`} and action in ('invocation.claimed', 'secret.handed_over') order by seq`;
    return rows.map(({ action, secrets }) => (secrets ? [action, secrets] : [action]));
  };

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

  test("are given once the claim is committed: whoever takes a call, asks for them and rolls back has nothing", async () => {
    await keep("vault", "vault-value");
    const id = await registerWorker(worker);
    const asked = await ask(await pinTool(database.admin, contractOf({ requires: { secrets: ["vault"] } })));
    const stolen: unknown[] = [];
    const thief = worker.begin(async (sql) => {
      const taken = await claim(id, sql);
      expect(taken?.id).toBe(asked);
      for (let n = 0; n < 2; n += 1) {
        const rows = await sql.savepoint((inner) => handOverBy(inner, id, taken));
        stolen.push(rows[0]?.secrets);
      }
      throw new Error("taken back");
    });
    await expect(thief).rejects.toThrow("taken back");
    expect(stolen).toEqual([null, null]);
    expect(await record(asked)).toEqual([]);

    const held = await claim(id);
    expect(held?.id, "the call is still there").toBe(asked);
    expect(await record(asked)).toEqual([
      ["invocation.claimed"],
      ["secret.handed_over", [{ name: "vault", version: 1 }]],
    ]);
    const [row] = await handOver(id, held);
    expect(row?.secrets.map(({ name, version }) => [name, version])).toEqual([["vault", 1]]);
    expect(await record(asked), "and no second entry").toHaveLength(2);
  });

  test("control: without that guard the same theft leaves nothing on record", async () => {
    const careless = await createTestDatabase();
    try {
      await takeOut(careless.admin, "agents.fn_secrets_for_call", "run.handed_in = pg_current_xact_id()", "false");
      const chief = await makePerson(careless.admin, "admin");
      const { sealedTo, sealed } = sealSecret(dispatcher.publicKey, "vault", "vault-value");
      await careless.as("web", 1)`select agents.fn_put_secret(${chief.session}, 'vault', ${sealedTo}, ${sealed})`;
      const asker = await makeAgent(careless.admin, chief.id);
      const tool = await pinTool(careless.admin, contractOf({ requires: { secrets: ["vault"] } }));
      await careless.as("gateway", 1)`
        select agents.fn_invoke_tool(${asker.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect')`;
      const thief = careless.as("worker", 1);
      const id = await registerWorker(thief);
      let stolen = "";
      const theft = thief.begin(async (sql) => {
        const [row] = await handOverBy(sql, id, await claim(id, sql));
        stolen = row?.secrets[0]?.sealed ?? "";
        throw new Error("taken back");
      });
      await expect(theft).rejects.toThrow("taken back");
      expect(openSecret(dispatcher.privateKey, "vault", Buffer.from(stolen, "base64"))).toBe("vault-value");
      expect(
        await careless.admin`select from audit.events where action in ('invocation.claimed', 'secret.handed_over')`,
      ).toEqual([]);
    } finally {
      await careless.drop();
    }
  });

  test("that were renewed since the claim are put on record first, and given when asked for again", async () => {
    await keep("turning", "old-value");
    const id = await registerWorker(worker);
    const asked = await ask(await pinTool(database.admin, contractOf({ requires: { secrets: ["turning"] } })));
    const held = await claim(id);
    await keep("turning", "new-value");
    expect((await handOver(id, held))[0]?.secrets).toBeNull();
    expect(await record(asked)).toEqual([
      ["invocation.claimed"],
      ["secret.handed_over", [{ name: "turning", version: 1 }]],
      ["secret.handed_over", [{ name: "turning", version: 2 }]],
    ]);
    const [row] = await handOver(id, held);
    const sealed = Buffer.from(row?.secrets[0]?.sealed ?? "", "base64");
    expect(openSecret(dispatcher.privateKey, "turning", sealed)).toBe("new-value");
  });
});
