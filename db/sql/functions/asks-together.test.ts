import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#db/testing/fingerprint.ts";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

/** Several asks in one statement: each is answered as if it were alone, whatever stands beside it. */
let database: TestDatabase;
let gateway: Sql;
let agent: TestAgent;
let other: TestAgent;
let reader: TestTool;
let writer: TestTool;
let ownerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 4);
  ownerId = (await makePerson(database.admin, "operator")).id;
  agent = await makeAgent(database.admin, ownerId);
  other = await makeAgent(database.admin, ownerId);
  reader = await pinTool(database.admin, contractOf());
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});

interface Answer {
  readonly view: { id: string; status: string; tool: string; replayed?: boolean } | null;
  readonly refused: { state: string; message: string; detail: { id: string } | null } | null;
}

function wish(tool: TestTool, more: Record<string, unknown> = {}) {
  return {
    key: agent.key,
    tool: tool.name,
    input: JSON.stringify({ n: randomUUID() }),
    definitionHash: tool.definitionHash,
    checks: [],
    effect: "effect",
    ...more,
  };
}

async function askTogether(asks: unknown, sql: Pick<Sql, "unsafe"> = gateway): Promise<Answer[]> {
  const rows = await sql.unsafe("select view::json as view, refused from agents.fn_invoke_tools($1::text::jsonb)", [
    JSON.stringify(asks),
  ]);
  return rows.map(({ view, refused }) => ({ view, refused }));
}

const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ view, refused }) => (view ? (view.replayed ? "replayed" : view.status) : refused?.state));

async function countCalls(): Promise<number> {
  const [row] = await database.admin<{ n: number }[]>`select count(*)::int as n from agents.tool_invocations`;
  return row?.n ?? 0;
}

describe("a refused ask", () => {
  const refusals: [string, string, () => Record<string, unknown>][] = [
    ["with a forged key", "AL004", () => ({ key: makeBearerKey("alk").key })],
    [
      "with another's prefix and its own secret",
      "AL004",
      () => ({ key: agent.key.slice(0, 20) + other.key.slice(20) }),
    ],
    ["without a key", "AL004", () => ({ key: null })],
    ["with a key that is a number", "AL004", () => ({ key: 7 })],
    ["for a tool nobody has", "AL020", () => ({ tool: "no_such_tool" })],
    ["for a tool that is an object", "AL020", () => ({ tool: { name: reader.name } })],
    ["for another version", "AL012", () => ({ definitionHash: "al1:sha256:other" })],
    ["with an input that is no JSON", "AL026", () => ({ input: "{" })],
    ["with an input that is too large", "AL027", () => ({ input: `{"a":"${"x".repeat(262_144)}"}` })],
    ["with a NUL in its input", "AL026", () => ({ input: '{"a":"\\u0000"}' })],
    [
      "with an input nested without end",
      "AL026",
      () => ({ input: `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}` }),
    ],
    ["without an input", "AL027", () => ({ input: null })],
    ["with checks that are none", "AL026", () => ({ checks: [{ rule: "x", concluded: "run" }] })],
    ["with checks that are text", "AL026", () => ({ checks: "[]" })],
    ["with a key of idempotency that is too long", "AL026", () => ({ idempotencyKey: "k".repeat(256) })],
    ["with a session that is too long", "AL026", () => ({ sessionId: "s".repeat(201) })],
  ];

  test.each(refusals)("%s gets %s, and those beside it what they would have got", async (_, state, change) => {
    const before = await countCalls();
    const answers = await askTogether([wish(reader), wish(reader, change()), wish(writer, { key: other.key })]);
    expect(outcomes(answers)).toEqual(["running", state, "pending"]);
    expect([answers[0]?.view?.tool, answers[2]?.view?.tool]).toEqual([reader.name, writer.name]);
    expect(await countCalls()).toBe(before + 2);
  });

  test("leaves nothing behind when it has no neighbour either", async () => {
    const before = await fingerprint(database.admin);
    const answers = await askTogether(refusals.map(([, , change]) => wish(reader, change())));
    expect(outcomes(answers)).toEqual(refusals.map(([, state]) => state));
    expect(await fingerprint(database.admin)).toEqual(before);
  });
});

test("a list is answered in its order, with one entry in the log for each call and every lane unbroken", async () => {
  const tools = Array.from({ length: 32 }, (_, n) => (n % 3 === 0 ? writer : reader));
  const answers = await askTogether(tools.map((tool) => wish(tool)));
  expect(answers.map(({ view }) => view?.tool)).toEqual(tools.map(({ name }) => name));
  const subjects = answers.map(({ view }) => `invocation:${view?.id}`);
  const [logged] = await database.admin`
    select count(*)::int as n from audit.events where action = 'invocation.asked' and subject = any(${subjects})`;
  expect(logged?.n).toBe(32);
  const broken = await database.admin`
    select lane, seq from (
      select e.*, lag(e.hash, 1, sha256(convert_to('airlock/audit/1/' || e.lane, 'UTF8'))) over (partition by e.lane order by e.seq) as before,
        lag(e.at_us, 1, 0::bigint) over (partition by e.lane order by e.seq) as earlier
      from audit.events e) e
    where e.prev <> e.before or e.at_us < e.earlier
      or e.hash <> audit.hash_of(e.prev, e.lane, e.seq, e.at_us, e.actor, e.action, e.subject, e.body)`;
  expect(broken).toEqual([]);
  const heads = await database.admin`
    select l.lane from audit.lanes l join lateral (
      select * from audit.events e where e.lane = l.lane order by e.seq desc limit 1) e on true
    where (l.seq, l.hash, l.prev, l.at_us) is distinct from (e.seq, e.hash, e.prev, e.at_us)`;
  expect(heads).toEqual([]);
});

test("what runs at once is taken in the order of the list, whoever asks and under whatever key", async () => {
  const dispatcher = database.as("worker");
  const workerId = await registerWorker(dispatcher);
  const takeNext = async (): Promise<string | undefined> => {
    const [row] = await dispatcher<{ claim: { id: string } | null }[]>`
      select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    return row?.claim?.id;
  };
  await database.admin`update agents.settings set value = most where name in ('agent_concurrency', 'tool_concurrency')`;
  while ((await takeNext()) !== undefined);
  const asks = [
    wish(reader),
    wish(reader, { idempotencyKey: "b" }),
    wish(reader, { key: other.key }),
    wish(reader, { idempotencyKey: "a" }),
  ];
  const asked = (await askTogether(asks)).map(({ view }) => view?.id);
  const taken: (string | undefined)[] = [];
  for (const _ of asks) taken.push(await takeNext());
  expect(taken).toEqual(asked);
});

describe("a key of idempotency", () => {
  test("that stands twice in a list gives the first call again, and refuses another input or tool", async () => {
    const idempotencyKey = randomUUID();
    const first = wish(reader, { idempotencyKey });
    const answers = await askTogether([
      wish(reader, { idempotencyKey, definitionHash: "al1:sha256:other" }),
      first,
      first,
      { ...first, input: "{}" },
      { ...first, tool: writer.name, definitionHash: writer.definitionHash },
      { ...first, key: other.key },
      // It stands for the first call by now, whatever is in force of the tool.
      { ...first, definitionHash: "al1:sha256:other" },
    ]);
    expect(outcomes(answers)).toEqual(["AL012", "running", "replayed", "AL024", "AL024", "running", "replayed"]);
    expect(answers[2]?.view?.id).toBe(answers[1]?.view?.id);
    expect(answers[3]?.refused?.detail).toEqual({ id: answers[1]?.view?.id });
    expect(answers[5]?.view?.id).not.toBe(answers[1]?.view?.id);
    expect(outcomes(await askTogether([first, { ...first, input: "{}" }]))).toEqual(["replayed", "AL024"]);
  });

  /** Two lists with the same keys, one of them backwards, again and again; what each said, or why it failed. */
  async function race(sql: Sql): Promise<PromiseSettledResult<Answer[]>[]> {
    const asks = Array.from({ length: 32 }, () => wish(reader, { idempotencyKey: randomUUID() }));
    return Promise.allSettled([askTogether(asks, sql), askTogether(asks.toReversed(), sql)]);
  }

  test("is worth one call when two lists bring the same keys in opposite order, and neither waits for the other for ever", async () => {
    for (let round = 0; round < 8; round += 1) {
      const [forwards, backwards] = await race(gateway);
      if (forwards?.status !== "fulfilled" || backwards?.status !== "fulfilled") throw new Error("a list failed");
      const ids = forwards.value.map(({ view }) => view?.id);
      expect(backwards.value.map(({ view }) => view?.id)).toEqual(ids.toReversed());
      const all = [...outcomes(forwards.value), ...outcomes(backwards.value)].sort();
      expect(all).toEqual([...Array(32).fill("replayed"), ...Array(32).fill("running")]);
    }
  });

  test("control: lists that write in the order they came in do wait for each other", async () => {
    const careless = await createTestDatabase();
    try {
      const [row] = await careless.admin<{ source: string }[]>`
        select pg_get_functiondef('agents.fn_invoke_tools'::regproc) as source`;
      const order = 'order by k.agent_id, u."idempotencyKey", u.n';
      expect(row?.source).toContain(order);
      await careless.admin.unsafe(row?.source.replace(order, "") ?? "");
      // Between two rows, so that the other list can begin.
      await careless.admin.unsafe(`
        create function public.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.005); return new; end';
        create trigger dawdle before insert on agents.tool_invocations for each row execute function public.dawdle()`);
      const sql = careless.as("gateway", 2);
      const asker = await makeAgent(careless.admin, (await makePerson(careless.admin, "operator")).id);
      const tool = await pinTool(careless.admin, contractOf());
      const asks = Array.from({ length: 32 }, () => ({
        ...wish(tool, { idempotencyKey: randomUUID() }),
        key: asker.key,
      }));
      // Both connections are open and have their plans, so that neither list is done before the other begins.
      await Promise.all([1, 2].map(() => askTogether([{ ...wish(tool), key: asker.key }], sql)));
      const ended = await Promise.allSettled([askTogether(asks, sql), askTogether(asks.toReversed(), sql)]);
      expect(ended.map(({ status }) => status)).toContain("rejected");
    } finally {
      await careless.drop();
    }
  });
});

test("a switch that stops one agent denies its asks in a list and no others", async () => {
  const stopped = await makeAgent(database.admin, ownerId);
  const operator = await makePerson(database.admin, "operator");
  const asks = () => [
    wish(reader),
    wish(reader, { key: stopped.key }),
    wish(writer, { key: stopped.key }),
    wish(writer),
  ];
  expect(outcomes(await askTogether(asks()))).toEqual(["running", "running", "pending", "pending"]);
  await database.as(
    "web",
    1,
  )`select agents.fn_throw_kill_switch(${operator.session}, 'agent', ${stopped.id}, 'A drill.')`;
  expect(outcomes(await askTogether(asks()))).toEqual(["running", "denied", "denied", "pending"]);
});

test("nobody bypasses approval in a list, whatever the list says, and a field that nobody knows changes nothing", async () => {
  const words = {
    bypassApproval: true,
    bypass_approval: true,
    p_bypass_approval: true,
    bypassedBy: "me",
    status: "running",
  };
  expect(outcomes(await askTogether([wish(writer, words), wish(reader, words)]))).toEqual(["pending", "running"]);
  expect(outcomes(await askTogether([wish(writer, words)], database.admin))).toEqual(["pending"]);
});

test("a tool that counts its calls is asked for alone", async () => {
  const once = await pinTool(database.admin, contractOf({ constraints: { maxInvocations: 1 } }));
  expect(outcomes(await askTogether([wish(once), wish(reader), wish(once)]))).toEqual(["AL012", "running", "AL012"]);
  expect(outcomes(await askTogether([wish(once)]))).toEqual(["running"]);
  expect(outcomes(await askTogether([wish(once)]))).toEqual(["denied"]);
});

test.each<[string, unknown]>([
  ["that is empty", []],
  ["of 33", Array.from({ length: 33 }, () => ({}))],
  ["that is an object", {}],
  ["that is text", "[]"],
  ["that is nothing", null],
  ["of lists", [[{}]]],
  ["with a number among objects", [{}, 1]],
  ["with nothing among objects", [{}, null]],
  ["of more than 4 MiB", Array.from({ length: 32 }, () => ({ input: "x".repeat(200_000) }))],
])("a list %s is refused as a whole and nothing is written", async (_, list) => {
  const before = await fingerprint(database.admin);
  await expect(askTogether(list)).rejects.toMatchObject({ code: "AL026", message: expect.stringContaining("1 to 32") });
  expect(await fingerprint(database.admin)).toEqual(before);
});

test("an old sight of the database is refused, also for a list", async () => {
  const asked = gateway.begin("isolation level repeatable read", (sql) =>
    askTogether([wish(reader), wish(reader)], sql),
  );
  await expect(asked).rejects.toMatchObject({ code: "AL026", message: expect.stringContaining("READ COMMITTED") });
});

describe("the head of a lane", () => {
  const move = (change: string) =>
    database.admin.begin(async (sql) => {
      await sql`
        insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
        select l.lane, l.seq + n, 1, l.at_us, 'x', 'x', 'x:1', '{}', case n when 1 then l.hash else '\\x01' end,
          case n when 1 then '\\x01'::bytea else '\\x02' end
        from audit.lanes l, generate_series(1, 2) n where l.lane = 15`;
      await sql.unsafe(`update audit.lanes set ${change} where lane = 15`);
      throw new Error("moved");
    });

  test("moves along entries that are there and linked", async () => {
    await expect(move("seq = seq + 2, prev = '\\x01', hash = '\\x02'")).rejects.toThrow("moved");
  });

  test.each([
    ["past them", "seq = seq + 3, prev = '\\x01', hash = '\\x02'"],
    ["to another hash", "seq = seq + 2, prev = '\\x01', hash = '\\x03'"],
    ["from another entry", "seq = seq + 2, prev = '\\x04', hash = '\\x02'"],
    ["back in time", "seq = seq + 2, prev = '\\x01', hash = '\\x02', at_us = at_us - 1"],
    ["to another lane", "seq = seq + 2, prev = '\\x01', hash = '\\x02', lane = 16"],
    ["nowhere", "hash = '\\x02'"],
  ])("does not move %s", async (_, change) => {
    await expect(move(change)).rejects.toMatchObject({ code: "AL032" });
  });
});
