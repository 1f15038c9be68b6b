import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { type CheckedAsk, decideCall } from "./decide-call.ts";

let database: TestDatabase;
let sql: Sql;
let agent: TestAgent;
let reader: TestTool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.as("gateway", 4);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  reader = await pinTool(database.admin, contractOf());
});
afterAll(() => database.drop());

function checked(more: Partial<CheckedAsk> = {}): CheckedAsk {
  const { name: tool, definitionHash } = reader;
  return { key: agent.key, tool, input: `{"n":"${randomUUID()}"}`, definitionHash, checks: [], effect: "e", ...more };
}

async function transactionsOf(ids: readonly (string | undefined)[]): Promise<number> {
  const known = ids.filter((id) => id !== undefined);
  const [row] = await database.admin<{ n: number }[]>`
    select count(distinct txid)::int as n from agents.events where subject = any(${database.admin.array(known)}::uuid[])`;
  return row?.n ?? 0;
}

test("calls that are asked at once share statements, and each gets its own answer", async () => {
  const asks = Array.from({ length: 24 }, (_, n) =>
    checked(n % 5 === 4 ? { tool: "no_such_tool" } : { requestId: `${n}` }),
  );
  const answers = await Promise.all(asks.map((ask) => decideCall(sql, ask)));
  expect(answers.map((answer) => (answer.ok ? answer.value.requestId : answer.code))).toEqual(
    asks.map(({ requestId }) => requestId ?? "unknown_tool"),
  );
  const ids = answers.map((answer) => (answer.ok ? answer.value.id : undefined));
  expect(await transactionsOf(ids)).toBe(2);
});

test("a refusal says the same whether a call was asked for alone or with others", async () => {
  const bad: Partial<CheckedAsk>[] = [
    { key: "alk_live_nobody" },
    { tool: "no_such_tool" },
    { definitionHash: "al1:sha256:other" },
    { input: "[]" },
    { idempotencyKey: "" },
    { sessionId: "s".repeat(201) },
    { sessionId: "\u0000" },
    { justification: "half a pair: \ud800" },
  ];
  const together = await Promise.all(bad.map((change) => decideCall(sql, checked(change))));
  for (const [at, change] of bad.entries()) {
    const alone = await decideCall(sql, checked(change), { alone: true });
    expect(together[at]?.ok).toBe(alone.ok);
    if (!alone.ok) expect(together[at]).toEqual(alone);
  }
  const conflicting = await Promise.all(
    ["{}", '{"a":1}'].map((input) => decideCall(sql, checked({ input, idempotencyKey: "k" }))),
  );
  const refused = conflicting.filter(({ ok }) => !ok);
  expect(refused).toMatchObject([{ code: "idempotency_conflict", details: { id: expect.any(String) } }]);
});

test("a call that the database fails on fails alone: those that came with it are asked again one by one", async () => {
  await database.admin.unsafe(`
    create function public.stumble() returns trigger language plpgsql as
      'begin if new.effect = ''boom'' then raise exception ''boom''; end if; return new; end';
    create trigger stumble before insert on agents.tool_invocations for each row execute function public.stumble()`);
  const effects = ["a", "boom", "b", "c"];
  const ended = await Promise.allSettled(
    [...effects, ...effects].map((effect) => decideCall(sql, checked({ effect }))),
  );
  await database.admin.unsafe("drop trigger stumble on agents.tool_invocations");
  const expected = effects.map((effect) => (effect === "boom" ? "rejected" : "fulfilled"));
  expect(ended.map(({ status }) => status)).toEqual([...expected, ...expected]);
  const [row] =
    await database.admin`select count(*)::int as n from agents.tool_invocations where effect in ('a', 'boom', 'b', 'c')`;
  expect(row?.n).toBe(6);
});

test("when the connection is gone nobody is asked for again: what became of them is not known", async () => {
  const own = database.as("gateway", 1);
  await database.admin.unsafe(`
    create function public.hang() returns trigger language plpgsql security definer as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger hang before insert on agents.tool_invocations for each row when (new.effect = 'hang') execute function public.hang()`);
  const asks = Array.from({ length: 6 }, () => checked({ effect: "hang" }));
  const answers = await Promise.all(asks.map((ask) => decideCall(own, ask)));
  await database.admin.unsafe("drop trigger hang on agents.tool_invocations");
  expect(answers.map((answer) => (answer.ok ? "decided" : answer.code))).toEqual(Array(6).fill("database_unavailable"));
  const [row] = await database.admin`select count(*)::int as n from agents.tool_invocations where effect = 'hang'`;
  expect(row?.n).toBe(0);
});
