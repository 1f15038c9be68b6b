import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { hashNote, NO_PREVIOUS, signCheckpoint } from "../checkpoint/checkpoint.ts";
import { makeSigner } from "../checkpoint/signing-key.ts";
import { type Verification, verifyLog } from "./log-verifier.ts";
import { inSnapshot, readDatabase, readLaneHeads } from "./read-database.ts";
import { asOwner, clearLog, readLane, TAMPERINGS, writeLane } from "./tamper.fixture.ts";

let database: TestDatabase;
let auditor: Sql;
let checkpointer: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  checkpointer = database.as("checkpointer", 1);
  auditor = database.as("auditor");
});
afterAll(async () => {
  await database.drop();
});

const signer = makeSigner();
/** What no person causes and is not about a call goes to this lane. */
const LANE = 13;

async function append(times: number, subject = "test:1"): Promise<void> {
  await database.admin`
    select audit.append('system', 'test.done', ${subject}, '{"n": 1}') from generate_series(1, ${times}::int)`;
}

async function sign(notes: readonly string[]): Promise<string[]> {
  const heads = await readLaneHeads(checkpointer);
  const last = notes.at(-1);
  const content = {
    number: notes.length + 1,
    at: new Date().toISOString(),
    previous: last ? hashNote(last) : NO_PREVIOUS,
    heads,
  };
  return [...notes, signCheckpoint(content, signer)];
}

async function verify(notes: readonly string[]): Promise<Verification> {
  return await inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, notes), signer));
}

async function verifyChainAlone(): Promise<Verification> {
  return await inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, []), undefined));
}

beforeEach(() => clearLog(database.admin));

test("a log of many lanes and pages is proved with the auditor's rights", async () => {
  for (let call = 0; call < 40; call++) await append(3, `invocation:${call}`);
  const first = await sign([]);
  await append(30);
  const notes = await sign(first);
  await append(5, "invocation:1");
  expect(await verify(notes)).toMatchObject({ proved: true, entries: 155, checkpoints: 2, unsigned: 5, broken: [] });
});

test("a log whose subjects went to other lanes before is proved across the change", async () => {
  const { admin } = database;
  const [now] = await admin<{ text: string }[]>`
    select pg_get_functiondef('audit.lane_of(text, text, text)'::regprocedure) as text`;
  const text = now?.text ?? "";
  const subjects = ["agent:1", "tool:1", "person:1", "kill_switch:1", "invocation:d"];
  const appendEach = async () => {
    for (const subject of subjects) await append(2, subject);
  };
  await admin.unsafe(text.replace(/% 13/, "% 15").replace(/when starts_with\(p_subject, 'kill[^$]*/, "else 15 end\n"));
  try {
    await appendEach();
  } finally {
    await admin.unsafe(text);
  }
  const notes = await sign([]);
  await appendEach();
  const lanes = await admin<{ lane: number }[]>`select distinct lane from audit.events order by lane`;
  expect(lanes.map(({ lane }) => lane)).toEqual([0, 13, 15]);
  expect(await verify(await sign(notes))).toMatchObject({ proved: true, entries: 20, checkpoints: 2, broken: [] });
});

test("what is written while the log is being read is no alarm", async () => {
  await append(50);
  const notes = await sign([]);
  const verification = await inSnapshot(auditor, async (snapshot) => {
    const records = readDatabase(snapshot, notes);
    const first = await records.next();
    await append(20);
    async function* all() {
      if (!first.done) yield first.value;
      yield* records;
    }
    return await verifyLog(all(), signer);
  });
  expect(verification).toMatchObject({ proved: true, entries: 50 });
});

describe("tampering by the owner of the tables", () => {
  test.each(TAMPERINGS)("$name: a checkpoint shows it, at the entry it begins with", async (tampering) => {
    await append(6);
    const notes = await sign(await sign([]));
    await append(4);
    const signed = await sign(notes);
    await append(1);
    expect(await verify(signed)).toMatchObject({ proved: true });

    for (const first of [2, 5, 8]) {
      const before = await readLane(database.admin, LANE);
      await asOwner(database.admin, (sql) => writeLane(sql, tampering.touch(before, first)));
      const { proved, broken } = await verify(signed);
      expect(proved).toBe(false);
      const [named] = broken;
      if (named?.kind !== "entry") throw new Error("no entry is named");
      expect(named.lane).toBe(LANE);
      expect(first).toBeGreaterThanOrEqual(named.from);
      expect(first).toBeLessThanOrEqual(named.seq);
      if (tampering.isExact) expect(named.seq).toBe(first);

      // The control: without checkpoints a well-made cut or rewrite is not seen.
      expect((await verifyChainAlone()).proved).toBe(!tampering.chainShows);
      await asOwner(database.admin, (sql) => writeLane(sql, before));
    }
    expect(await verify(signed)).toMatchObject({ proved: true });
  });

  test("a number that exists twice is found once the keys were dropped", async () => {
    await append(40);
    const notes = await sign([]);
    const insert = (sql: Sql, lane: number, seq: number) => sql`
      insert into audit.events (version, lane, seq, at_us, actor, action, subject, body, prev, hash)
      values (1, ${lane}, ${seq}, 1, 'nobody', 'forged', 'test:1', '{}', sha256('x'), sha256('y'))`;
    // The first page ends at 32: a second row of that number lies where no page begins.
    await database.admin`alter table audit.events drop constraint events_lane_seq_pk`;
    await insert(database.admin, LANE, 32);
    expect(await verify(notes)).toMatchObject({ proved: false, broken: [{ lane: LANE, seq: 32 }] });
  });
});
