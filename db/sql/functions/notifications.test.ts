import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let housekeeper: Sql;
let boss: TestPerson;
let owner: TestPerson;
let operator: TestPerson;
let agent: TestAgent;
let writer: TestTool;
let spender: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  housekeeper = database.as("housekeeper");
  boss = await makePerson(database.admin, "admin");
  owner = await makePerson(database.admin, "operator");
  operator = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  spender = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "financial" }));
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.admin`truncate agents.notification_channels, agents.notification_deliveries, agents.notification_cursor`;
});

const ALL = ["approval_required", "escalated", "decided", "expired", "unknown"];

async function addMail(audience = "target", news = ALL, leastRank = 1): Promise<string> {
  const target = audience === "target" ? "ops@example.test" : audience;
  const [row] = await web<{ id: string }[]>`
    select agents.fn_add_channel(${boss.session}, 'email', 'mail', ${target}, ${audience}, null, null, ${news}, ${leastRank}) as id`;
  return row?.id ?? "";
}

async function ask(
  { name, definitionHash }: TestTool = writer,
  input: object = { n: randomUUID() },
  by = agent,
): Promise<string> {
  const text = JSON.stringify(input);
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${by.key}, ${name}, ${text}, ${definitionHash}, '[]', ${`EFFECT ${text}`}) ->> 'id' as id`;
  return row?.id ?? "";
}

async function cancel(id: string, by = agent): Promise<void> {
  await gateway`select agents.fn_cancel_tool_invocation(${by.key}, ${id})`;
}

async function reject(id: string): Promise<void> {
  const [call] = await web<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${id}`;
  await web`select agents.fn_reject_tool_invocation(${operator.session}, ${id}, 1, ${call?.digest ?? ""}, 'no', null)`;
}

interface Planned {
  readonly id: string;
  readonly news: string;
  readonly subject: string;
  readonly facts: Record<string, unknown>;
  readonly recipients: string[];
}

/** Plans until nothing that was committed is left: any open transaction of the server may hold events back. */
async function planAll(): Promise<Planned[]> {
  for (;;) {
    await housekeeper`select agents.fn_plan_deliveries()`;
    const [left] = await database.admin<{ left: boolean }[]>`
      select exists (select from agents.events e, agents.notification_cursor c where (e.txid, e.id) > (c.txid, c.event_id)) as left`;
    if (!left?.left) break;
    await pause(10);
  }
  return database.admin<Planned[]>`
    select id, news, subject_id as subject, facts, recipients from agents.notification_deliveries order by event_id, id`;
}

async function emailOf(person: TestPerson): Promise<string> {
  const [row] = await database.admin<{ email: string }[]>`select email from agents.people where id = ${person.id}`;
  return row?.email ?? "";
}

describe("planning", () => {
  test("writes one delivery a channel and event, with names, tier and times, and nothing that an agent wrote", async () => {
    await ask();
    await addMail();
    await addMail();
    const id = await ask(writer, { secret: "CANARY" });
    const planned = await planAll();
    expect(planned.map(({ news, subject }) => [news, subject])).toEqual([
      ["approval_required", id],
      ["approval_required", id],
    ]);
    expect(planned[0]?.facts).toMatchObject({ tool: writer.name, agent: agent.name, tier: "medium", required: 1 });
    expect(Object.keys(planned[0]?.facts ?? {}).sort()).toEqual(
      ["agent", "askedAt", "at", "endsAt", "rank", "required", "tier", "tool"].sort(),
    );
    const rows = await database.admin`select * from agents.notification_deliveries`;
    expect(JSON.stringify(rows)).not.toMatch(/CANARY|EFFECT/);
    expect(await planAll(), "planned again, it is the same").toHaveLength(2);
  });

  test("tells a channel what it wants to hear, from the tier on that it wants to hear of", async () => {
    const high = await addMail("target", ["approval_required"], 3);
    const ends = await addMail("target", ["decided", "expired", "unknown"], 1);
    const call = await ask();
    const payment = await ask(spender);
    await planAll();
    await reject(call);
    await database.admin`select airlock.end_invocation(${payment}, 'expired', 'system', 'late', 'approval_expired', 'approval')`;
    await planAll();
    const told = await database.admin`
      select channel_id as channel, news, subject_id as subject from agents.notification_deliveries order by event_id`;
    expect(told).toEqual([
      { channel: high, news: "approval_required", subject: payment },
      { channel: ends, news: "decided", subject: call },
      { channel: ends, news: "expired", subject: payment },
    ]);
  });

  test("tells once of the same call asked again and again, and of another one", async () => {
    await addMail("target", ["approval_required"]);
    const same = { n: randomUUID() };
    const first = await ask(writer, same);
    for (let n = 0; n < 5; n += 1) await ask(writer, same);
    expect((await planAll()).map(({ subject }) => subject)).toEqual([first]);
    const other = await ask();
    expect((await planAll()).map(({ subject }) => subject)).toEqual([first, other]);
  });

  test("announces nothing that was taken back meanwhile, however often it is asked", async () => {
    await addMail("target", ["approval_required"]);
    for (let n = 0; n < 50; n += 1) await cancel(await ask());
    const waits = await ask();
    expect((await planAll()).map(({ subject }) => subject)).toEqual([waits]);
  });

  test("tells of as many questions of one agent in a minute as it may have open, of more a minute later, and of another's at once", async () => {
    await addMail("target", ["approval_required"]);
    const [most] = await database.admin<{ value: string }[]>`
      select value from agents.settings where name = 'agent_open_cards'`;
    await database.admin`update agents.settings set value = 3 where name = 'agent_open_cards'`;
    const asker = await makeAgent(database.admin, owner.id);
    const told: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await ask(writer, { n }, asker);
      await planAll();
      await cancel(id, asker);
      told.push(id);
    }
    told.push(await ask(spender, {}, await makeAgent(database.admin, owner.id)));
    await planAll();
    await database.admin`update agents.settings set value = ${most?.value ?? ""} where name = 'agent_open_cards'`;
    const late = await database.admin<{ subject: string; late: boolean }[]>`
      select subject_id as subject, next_at > created_at as late from agents.notification_deliveries order by event_id`;
    expect(late).toEqual(told.map((subject, place) => ({ subject, late: place === 3 || place === 4 })));
  });

  test("counts an expiry before execution as no news, and tells of lost calls and of reviews", async () => {
    await addMail();
    const emit = (type: string, subject: string, data: object) =>
      database.admin`select airlock.emit(${type}, ${subject}, null, ${database.admin.json(data as never)})`;
    const call = await ask();
    await emit("tool_invocation_expired", call, { expiryKind: "execution" });
    await emit("tool_invocation_running", call, {});
    await emit("tool_invocation_unknown", call, {});
    const [run] = await gateway<{ id: string }[]>`
      select agents.fn_ask_team_run(${agent.key}, 'CANARY of a team', '{}') ->> 'id' as id`;
    await emit("review_decided", run?.id ?? "", { kind: "team_run", decision: "expired" });
    const planned = await planAll();
    expect(planned.map(({ news }) => news)).toEqual(["approval_required", "unknown", "approval_required", "expired"]);
    expect(planned[2]?.facts).toMatchObject({ agent: agent.name });
    expect(JSON.stringify(planned)).not.toContain("CANARY");
  });

  test("announces a drill like any call", async () => {
    await addMail();
    const [version] = await database.admin<{ id: string }[]>`
      select pinned_version_id as id from agents.tools_registry where name = ${writer.name}`;
    const [drill] = await housekeeper<{ id: string }[]>`
      select agents.fn_place_drill(null, ${agent.id}, ${version?.id ?? ""}, '{}', '[]', 'x', 'a flaw') as id`;
    const call = await ask();
    const [first, second] = await planAll();
    expect([first?.subject, second?.subject]).toEqual([drill?.id, call]);
    const shape = (planned?: Planned) => [planned?.news, Object.keys(planned?.facts ?? {}), planned?.facts.agent];
    expect(shape(first)).toEqual(shape(second));
  });

  test("makes one message of the decisions of one transaction, and names the tool where it is one", async () => {
    const calls = [await ask(), await ask(), await ask(spender)];
    await addMail("target", ["decided"]);
    await database.admin.begin(async (sql) => {
      for (const id of calls.slice(0, 2)) {
        await sql`select airlock.emit('tool_invocation_decided', ${id}, null, '{"decision": "rejected"}')`;
      }
    });
    await database.admin.begin(async (sql) => {
      for (const id of calls)
        await sql`select airlock.emit('tool_invocation_decided', ${id}, null, '{"decision": "approved"}')`;
    });
    const planned = await planAll();
    expect(planned.map(({ facts }) => [facts.count, facts.tool, facts.tier, facts.decision])).toEqual([
      [2, writer.name, "medium", "rejected"],
      [3, undefined, "high", "approved"],
    ]);
  });

  test("waits for an event that commits late, and skips none", async () => {
    await addMail("target", ["decided"]);
    const [slow, quick] = [await ask(), await ask()];
    const decide = (sql: Sql, id: string) =>
      sql.unsafe(`select airlock.emit('tool_invocation_decided', '${id}', null, '{"decision": "rejected"}')`);
    await database.admin.begin(async (open) => {
      await decide(open as unknown as Sql, slow);
      await decide(database.admin, quick);
      await housekeeper`select agents.fn_plan_deliveries()`;
      expect(await database.admin`select from agents.notification_deliveries`).toHaveLength(0);
    });
    expect((await planAll()).map(({ subject }) => subject)).toEqual([slow, quick]);
  });
});

describe("people by their part in a question", () => {
  test("are the agent's owner, whoever stands in for the assignee, and the roster up to the step", async () => {
    const away = await makePerson(database.admin, "operator");
    const standIn = await makePerson(database.admin, "operator");
    const [first, second] = [
      await makePerson(database.admin, "reviewer"),
      await makePerson(database.admin, "reviewer"),
    ];
    const gone = await makePerson(database.admin, "reviewer");
    await database.admin`update agents.people set disabled_at = now() where id = ${gone.id}`;
    await database.admin`
      insert into agents.escalation_roster (person_id, step, added_by, added_at)
      values (${first.id}, 1, ${boss.id}, now()), (${second.id}, 2, ${boss.id}, now()), (${gone.id}, 1, ${boss.id}, now())`;
    await database.admin`
      insert into agents.delegations (id, from_person, to_person, starts_at, ends_at, created_at)
      values (${randomUUID()}, ${away.id}, ${standIn.id}, now() - interval '1 hour', now() + interval '1 hour', now())`;
    for (const audience of ["owner", "assignee", "roster"]) await addMail(audience, ["escalated", "approval_required"]);
    const id = await ask();
    expect(
      (await planAll()).map(({ recipients }) => recipients),
      "nobody is called yet",
    ).toEqual([[await emailOf(owner)]]);
    await database.admin`
      insert into agents.approval_assignments (subject_kind, subject_id, person_id, assigned_by, at)
      values ('invocation', ${id}, ${away.id}, ${boss.id}, now())`;
    for (const _step of [1, 2]) await web`select agents.fn_escalate(${operator.session}, 'invocation', ${id}, 'hurry')`;
    const called = (await planAll())
      .filter(({ news }) => news === "escalated")
      .map(({ recipients }) => recipients.join());
    const roster = [await emailOf(first), [await emailOf(first), await emailOf(second)].sort().join()];
    expect(called.sort()).toEqual(
      [await emailOf(owner), await emailOf(standIn), await emailOf(owner), await emailOf(standIn), ...roster].sort(),
    );
  });
});

describe("what is due", () => {
  const take = async (underWay: string[] = []) => {
    const [row] = await housekeeper<{ due: { id: string; channel: string; attempt: number }[] }[]>`
      select agents.fn_due_deliveries(16, 60, ${underWay}::uuid[]) as due`;
    return row?.due ?? [];
  };
  const state = async (id: string) =>
    (
      await database.admin`select state, attempts, last_error as error from agents.notification_deliveries where id = ${id}`
    )[0];
  const elapse = () =>
    database.admin`update agents.notification_deliveries set next_at = now() where state = 'waiting'`;

  test("is handed out once under a lease, a few a channel, less those that are under way", async () => {
    const [channel] = [await addMail()];
    await addMail();
    for (let n = 0; n < 6; n += 1) await ask();
    await planAll();
    const ofChannel = (taken: { channel: string }[]) => taken.filter((each) => each.channel === channel).length;
    const first = await take([channel, channel, channel, channel]);
    expect([first.length, ofChannel(first)]).toEqual([4, 0]);
    const second = await take([channel, channel, channel]);
    expect([second.length, ofChannel(second)]).toEqual([3, 1]);
    const third = await take();
    expect([third.length, ofChannel(third)]).toEqual([4, 4]);
    expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(11);
  });

  test("is tried again after a failure, later each time, and given up after eight", async () => {
    await addMail();
    await ask();
    await planAll();
    const pauses: number[] = [];
    let outcome: unknown;
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const [due] = await take();
      expect(due?.attempt).toBe(attempt);
      const [row] =
        await housekeeper`select agents.fn_record_delivery(${due?.id ?? ""}, false, 503, 'The target answered 503.') as outcome`;
      outcome = row?.outcome;
      const [waiting] = await database.admin`
        select extract(epoch from next_at - now())::float8 as pause from agents.notification_deliveries`;
      if (attempt < 8) pauses.push(Number(waiting?.pause));
      await elapse();
    }
    expect(outcome).toBe("failed");
    // Each pause is within a quarter of double the one before, whatever chance adds.
    for (const [place, seconds] of pauses.entries()) {
      expect(Math.abs(seconds - 15 * 2 ** place)).toBeLessThan(15 * 2 ** place * 0.26 + 1);
    }
    expect(await take()).toEqual([]);
  });

  test("is not repeated when it was settled meanwhile, and is dropped with its channel", async () => {
    const channel = await addMail("target", ["approval_required"]);
    const [settled, open] = [await ask(), await ask()];
    await planAll();
    const taken = await take();
    await reject(settled);
    await elapse();
    const again = await take();
    expect(again.map(({ id }) => id)).toEqual(taken.filter(({ id }) => id !== taken[0]?.id).map(({ id }) => id));
    expect(await state(taken[0]?.id ?? "")).toMatchObject({
      state: "failed",
      error: expect.stringContaining("settled"),
    });
    await web`select agents.fn_retire_channel(${boss.session}, ${channel}, 'gone')`;
    expect(await state(again[0]?.id ?? "")).toMatchObject({ state: "failed", error: "The channel was retired." });
    await housekeeper`select agents.fn_record_delivery(${again[0]?.id ?? ""}, true, 200, null)`;
    expect(await state(again[0]?.id ?? ""), "a late word changes nothing").toMatchObject({ state: "failed" });
    expect(open).not.toBe(settled);
  });

  test("is never one agent's flood before another's question: what was taken back before its turn does not go out", async () => {
    await addMail("target", ["approval_required"]);
    for (let n = 0; n < 40; n += 1) {
      const id = await ask();
      if (n % 4 === 0) await planAll();
      await cancel(id);
    }
    const other = await makeAgent(database.admin, owner.id);
    const waits = await ask(spender, {}, other);
    const planned = await planAll();
    expect(planned.length, "some were announced before they were taken back").toBeGreaterThan(1);
    const last = planned.at(-1);
    expect(last?.subject).toBe(waits);
    expect((await take()).map(({ id }) => id)).toEqual([last?.id]);
  });

  describe("of a call that ends before its turn while the same call, asked again, is folded into its card,", () => {
    const takeAll = async () => (await take()).map(({ id }) => id);
    const told = () => database.admin<{ id: string; subject: string; state: string; ends: string }[]>`
      select id, subject_id as subject, state, facts ->> 'endsAt' as ends from agents.notification_deliveries order by event_id`;
    beforeEach(async () => {
      await database.admin`update agents.settings set value = 1 where name = 'agent_open_cards'`;
    });
    afterEach(async () => {
      await database.admin`update agents.settings set value = most where name = 'agent_open_cards'`;
    });

    test("says what still waits, once", async () => {
      const mine = await spendTheMinute();
      const input = { body: randomUUID() };
      const first = await ask(writer, input, mine);
      await planAll();
      const again = await ask(writer, input, mine);
      expect(await planAll(), "asked again, it is not announced").toHaveLength(2);
      await cancel(first, mine);
      await elapse();
      const taken = await takeAll();
      const [, delivery] = await told();
      expect(delivery).toMatchObject({ subject: again, state: "waiting" });
      expect(taken).toEqual([delivery?.id]);
      const [call] = await database.admin<{ ends: string }[]>`
        select airlock.stamp(expires_at) as ends from agents.tool_invocations where id = ${again}`;
      expect(delivery?.ends).toBe(call?.ends);
      await cancel(again, mine);
      await elapse();
      expect(await takeAll(), "and what was settled too does not go out").toEqual([]);
    });

    test("is not told of twice where it was announced by itself", async () => {
      const mine = await spendTheMinute();
      const input = { body: randomUUID() };
      const first = await ask(writer, input, mine);
      await planAll();
      await cancel(first, mine);
      const again = await ask(writer, input, mine);
      await planAll();
      await elapse();
      const taken = await takeAll();
      const [, settled, own] = await told();
      expect(settled).toMatchObject({ subject: first, state: "failed" });
      expect(own).toMatchObject({ subject: again, state: "waiting" });
      expect(taken).toEqual([own?.id]);
    });

    /** One question of a new agent, told and over: what it asks next waits for its turn. */
    async function spendTheMinute(): Promise<TestAgent> {
      await addMail("target", ["approval_required"]);
      const mine = await makeAgent(database.admin, owner.id);
      const told = await ask(writer, {}, mine);
      const [planned] = await planAll();
      await housekeeper`select agents.fn_record_delivery(${planned?.id ?? ""}, true, 200, null)`;
      await cancel(told, mine);
      return mine;
    }
  });

  test("is a test alone where a channel is off, which goes to the admin where people are meant", async () => {
    const channel = await addMail("owner");
    await web`select agents.fn_change_channel(${boss.session}, ${channel}, 'mail', '{decided}', 1, false)`;
    const test = () => web<{ id: string }[]>`select agents.fn_test_channel(${boss.session}, ${channel}) as id`;
    const [[first], [second]] = [await test(), await test()];
    expect(first).toEqual(second);
    expect(await take()).toMatchObject([{ id: first?.id, news: "test", recipients: [await emailOf(boss)] }]);
  });
});

describe("a channel", () => {
  test("is an admin's to add, change, test and retire, and each is on record", async () => {
    const channel = await addMail();
    for (const person of [operator, owner]) {
      await expect(web`select agents.fn_test_channel(${person.session}, ${channel})`).rejects.toMatchObject({
        code: "AL005",
      });
      await expect(web`select agents.fn_retire_channel(${person.session}, ${channel}, 'x')`).rejects.toMatchObject({
        code: "AL005",
      });
    }
    await web`select agents.fn_change_channel(${boss.session}, ${channel}, 'renamed', '{decided}', 4, true)`;
    await web`select agents.fn_test_channel(${boss.session}, ${channel})`;
    await web`select agents.fn_retire_channel(${boss.session}, ${channel}, 'done')`;
    const entries =
      await database.admin`select action from audit.events where subject = ${`channel:${channel}`} order by seq`;
    expect(entries.map(({ action }) => action)).toEqual([
      "channel.added",
      "channel.changed",
      "channel.tested",
      "channel.retired",
    ]);
  });

  test("that is retired keeps nothing sealed, and no page reads what is", async () => {
    const sealed = Buffer.alloc(64, 7);
    const [row] = await web<{ id: string }[]>`
      select agents.fn_add_channel(${boss.session}, 'webhook', 'hook', 'hooks.example.test', 'target', '0123456789abcdef', ${sealed}, ${ALL}, 1) as id`;
    await expect(web`select sealed from agents.notification_channels`).rejects.toMatchObject({ code: "42501" });
    await web`select agents.fn_retire_channel(${boss.session}, ${row?.id ?? ""}, 'done')`;
    expect(await database.admin`select octet_length(sealed) as bytes from agents.notification_channels`).toEqual([
      { bytes: 0 },
    ]);
  });

  test.each([
    ["mail to two addresses", ["email", "a@x.test,b@x.test", "target", null]],
    ["mail with a header in its address", ["email", "a@x.test\r\nBcc: b@x.test", "target", null]],
    ["a webhook to people", ["webhook", "hooks.example.test", "owner", "ab".repeat(64)]],
    ["a webhook that is not sealed", ["webhook", "hooks.example.test", "target", null]],
    [
      "a webhook whose whole address would be shown",
      ["webhook", "hooks.example.test/secret", "target", "ab".repeat(64)],
    ],
  ] as const)("%s is refused", async (_case, [kind, target, audience, hex]) => {
    const sealed = hex === null ? null : Buffer.from(hex, "hex");
    const add = web`
      select agents.fn_add_channel(${boss.session}, ${kind}, 'x', ${target}, ${audience}, ${sealed && "0123456789abcdef"}, ${sealed}, ${ALL}, 1)`;
    await expect(add).rejects.toMatchObject({ code: "AL026" });
  });

  test("is not told of what happened while none was on, and the log of 31 days ago is swept", async () => {
    const channel = await addMail();
    await web`select agents.fn_change_channel(${boss.session}, ${channel}, 'mail', ${ALL}, 1, false)`;
    await ask();
    await web`select agents.fn_change_channel(${boss.session}, ${channel}, 'mail', ${ALL}, 1, true)`;
    const later = await ask();
    expect((await planAll()).map(({ subject }) => subject)).toEqual([later]);
    await database.admin`update agents.notification_deliveries set created_at = now() - interval '31 days'`;
    await housekeeper`select agents.fn_sweep()`;
    expect(await database.admin`select from agents.notification_deliveries`).toHaveLength(0);
  });
});
