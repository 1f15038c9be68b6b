import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makePerson, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { FIRST_CURSOR, parseCursor, writeCursor } from "./event-cursor.ts";
import { type EventSource, eventsOfAgent, eventsOfAll } from "./event-source.ts";
import { readEventsAfter } from "./read-events.ts";

let database: TestDatabase;
let everybody: EventSource;
let own: EventSource;
let agent: TestAgent;
let other: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  other = await makeAgent(database.admin, owner.id);
  everybody = eventsOfAll(database.as("web"));
  own = eventsOfAgent(database.as("gateway"), agent.key);
});
afterAll(async () => {
  await database.drop();
});

/** Emits in the transaction it is given, and says what the event is about. */
async function emit(sql: Pick<Sql, "unsafe">, agentId = agent.id): Promise<string> {
  const subject = randomUUID();
  await sql.unsafe(`select airlock.emit('tool_invocation_running', '${subject}', '${agentId}', '{"n": 1}')`);
  return subject;
}

async function read(source: EventSource, cursor: string, limit = 100) {
  const page = await readEventsAfter(source, cursor, limit);
  if (!page.ok) throw new Error(page.message);
  return page.value;
}

/** The page once it has so many events: any open transaction of the server, also of another test, may hold them back. */
async function readWhenDue(source: EventSource, cursor: string, count: number, limit = 100) {
  for (;;) {
    const page = await read(source, cursor, limit);
    if (page.events.length >= count) return page;
    await pause(10);
  }
}

/** The cursor after everything that was written. */
async function end(): Promise<string> {
  const [row] = await database.admin<{ count: number }[]>`select count(*)::int as count from agents.events`;
  return (await readWhenDue(everybody, FIRST_CURSOR, row?.count ?? 0, 1_000)).cursor;
}

describe("an event that commits late", () => {
  test("holds back those after it, and is then read first", async () => {
    const before = await end();
    const subjects: string[] = [];
    let byTransactionAlone: readonly string[] = [];
    await database.admin.begin(async (slow) => {
      subjects.push(await emit(slow));
      subjects.push(await emit(database.admin));
      for (const source of [everybody, own]) expect((await read(source, before)).events).toEqual([]);
      // Control: in the same order, but without waiting for who is still open, the second is there, and the first is passed over.
      const rows = await database.admin<{ subject: string }[]>`
        select subject from agents.events where subject in ${database.admin(subjects)} order by txid, id`;
      byTransactionAlone = rows.map(({ subject }) => subject);
    });
    expect(byTransactionAlone).toEqual(subjects.slice(1));
    for (const source of [everybody, own]) {
      expect((await readWhenDue(source, before, 2)).events.map(({ subject }) => subject)).toEqual(subjects);
    }
  });

  test("and is rolled back holds nobody back any more", async () => {
    const before = await end();
    await expect(
      database.admin.begin(async (slow) => {
        await emit(slow);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    const subject = await emit(database.admin);
    expect((await readWhenDue(everybody, before, 1)).events).toMatchObject([{ subject }]);
  });
});

test("a page is bounded, says whether there is more, and each event's id is the cursor after it", async () => {
  const before = await end();
  const subjects = [await emit(database.admin), await emit(database.admin), await emit(database.admin)];
  await end();
  const first = await read(everybody, before, 2);
  expect(first).toMatchObject({ more: true, cursor: first.events[1]?.id });
  const rest = await read(everybody, first.cursor, 2);
  expect(rest.more).toBe(false);
  expect([...first.events, ...rest.events].map(({ subject }) => subject)).toEqual(subjects);
  expect(await read(everybody, rest.cursor)).toEqual({ events: [], cursor: rest.cursor, more: false });
  expect((await read(everybody, first.events[0]?.id ?? "")).events.map(({ subject }) => subject)).toEqual(
    subjects.slice(1),
  );
});

describe("an agent's key", () => {
  test("reads its own events and nobody else's", async () => {
    const before = await end();
    await emit(database.admin, other.id);
    const subject = await emit(database.admin);
    await emit(database.admin, other.id);
    expect((await readWhenDue(everybody, before, 3)).events).toHaveLength(3);
    expect((await read(own, before)).events).toMatchObject([{ subject }]);
  });

  test("that is nobody's is a refusal", async () => {
    const forged = eventsOfAgent(database.as("gateway", 1), agent.key.replace(/.$/, "_"));
    expect(await readEventsAfter(forged, FIRST_CURSOR, 10)).toMatchObject({ ok: false, code: "bad_agent_key" });
  });
});

describe("a cursor from outside", () => {
  const HOSTILE = [
    "",
    "-",
    "0",
    "1-",
    "-1-1",
    "01-1",
    "1-01",
    "1-1 ",
    " 1-1",
    "1-1\n",
    "1-1-1",
    "+1-1",
    "1e3-1",
    "0x1-1",
    "１-１",
    "1-1'; select 1; --",
    "1-\u0000",
    "9223372036854775808-0",
    "0-9223372036854775808",
    `${"9".repeat(400)}-1`,
  ];

  test.each(HOSTILE)("%j is a typed refusal", async (cursor) => {
    for (const source of [everybody, own]) {
      expect(await readEventsAfter(source, cursor, 10)).toMatchObject({ ok: false, code: "malformed_request" });
    }
  });

  test.each([undefined, null, 7, {}, ["1-1"]])("%j is no cursor either", (cursor) => {
    expect(parseCursor(cursor)).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test("that lies ahead of the database is refused, where silence would last for ever", async () => {
    for (const source of [everybody, own]) {
      expect(await readEventsAfter(source, "9223372036854775807-1", 10)).toMatchObject({
        ok: false,
        code: "malformed_request",
      });
    }
  });

  test("is read as it was written, and nothing else is read as the same place", () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(number, number, (txid, id) => {
        expect(parseCursor(writeCursor({ txid, id }))).toEqual({ ok: true, value: { txid, id } });
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = parseCursor(text);
        if (cursor.ok) expect(writeCursor(cursor.value)).toBe(text);
      }),
    );
  });

  test.each([0, -1, 1.5, Number.NaN, 1_001])("a page of %d events is refused", async (limit) => {
    expect(await readEventsAfter(everybody, FIRST_CURSOR, limit)).toMatchObject({
      ok: false,
      code: "malformed_request",
    });
  });
});
