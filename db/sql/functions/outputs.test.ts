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
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { complete, type Ending } from "#lib/dispatch/complete.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { readInvocation } from "#lib/invocations/read-invocation.ts";
import { readRawOutput } from "#lib/invocations/read-raw-output.ts";
import { sealForTest, TEST_OUTPUT_KEYS } from "#lib/outputs/testing/test-key.ts";

const CANARY = "CANARY-4711-of-the-raw-output";
let database: TestDatabase;
let admin: Sql;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let housekeeper: Sql;
let workerId: string;
let agent: TestAgent;
let owner: TestPerson;
let rita: TestPerson;
let ada: TestPerson;
let tool: Awaited<ReturnType<typeof pinTool>>;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.admin;
  [web, gateway, worker, housekeeper] = (["web", "gateway", "worker", "housekeeper"] as const).map((login) =>
    database.as(login),
  ) as [Sql, Sql, Sql, Sql];
  owner = await makePerson(admin, "reviewer");
  rita = await makePerson(admin, "reviewer");
  ada = await makePerson(admin, "admin");
  agent = await makeAgent(admin, owner.id);
  tool = await pinTool(admin, contractOf({ outputContent: "verbatim" }));
  workerId = await registerWorker(worker);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`update agents.settings set value = case name when 'raw_retention_days' then 30 else 365 end where name like '%retention_days'`;
});

/** A call that ran and ended. */
async function ended(ending: Partial<Ending> = {}): Promise<string> {
  const [asked] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  const id = asked?.id ?? "";
  const [row] = await worker<{ claim: { id: string; fence: number } }[]>`
    select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
  expect(row?.claim.id).toBe(id);
  const whole: Ending = {
    status: "completed",
    raw: Buffer.from(CANARY),
    cleanedJson: '"cleaned"',
    findings: [],
    run: {},
  };
  expect(await complete(worker, workerId, row?.claim ?? { id, fence: 0 }, { ...whole, ...ending }, sealForTest)).toBe(
    true,
  );
  return id;
}

const read = (person: TestPerson, id: string) =>
  attempt(() => readRawOutput(web, person.session, id, TEST_OUTPUT_KEYS)).then((all) => (all.ok ? all.value : all));
const retain = async () =>
  (await housekeeper<{ gone: number }[]>`select agents.fn_retain_outputs(100) as gone`)[0]?.gone;
const entriesOf = (subject: string, action: string) =>
  admin<{ actor: string; body: Record<string, unknown> }[]>`
    select actor, body::jsonb as body from audit.events where subject = ${subject} and action = ${action} order by seq`;
/** Past every guard, as who owns the server could. */
const tamper = (statement: string) =>
  admin.begin(async (sql) => {
    await sql.unsafe("alter table agents.invocation_outputs disable trigger user");
    await sql.unsafe(statement);
    await sql.unsafe("alter table agents.invocation_outputs enable always trigger guard_output");
    await sql.unsafe("alter table agents.invocation_outputs enable always trigger invocation_outputs_kept");
    await sql.unsafe("alter table agents.invocation_outputs enable always trigger invocation_outputs_not_truncated");
  });
/** As if it had ended so many days ago. */
const age = (id: string, days: number) =>
  tamper(
    `update agents.invocation_outputs set created_at = now() - interval '${days} days' where invocation_id = '${id}'`,
  );

describe("what a tool returned", () => {
  test("is read by a reviewer, is in the database sealed only, and its digests are in the entry of its completion", async () => {
    const id = await ended();
    expect(await read(rita, id)).toEqual({ ok: true, value: CANARY });
    const [row] = await admin<{ all: string; raw: string; sealed: string; to: string; cleaned: string }[]>`
      select o::text as all, raw_digest as raw, sealed_digest as sealed, sealed_to as to, cleaned_digest as cleaned
      from agents.invocation_outputs o where invocation_id = ${id}`;
    expect(row?.all).toContain("cleaned");
    expect(row?.all).not.toContain(Buffer.from(CANARY).toString("hex").slice(0, 16));
    const [entry] = await entriesOf(`invocation:${id}`, "invocation.completed");
    expect(entry?.body).toMatchObject({
      ...{ rawDigest: row?.raw, sealedDigest: row?.sealed, sealedTo: row?.to, cleanedDigest: row?.cleaned },
    });
    expect(await entriesOf(`invocation:${id}`, "output.raw_read")).toHaveLength(1);
  });

  test("comes to nobody without a reading on record: not by table, not by function, not to another role", async () => {
    const id = await ended();
    for (const login of ["web", "gateway", "worker", "auditor", "checkpointer", "housekeeper"] as const) {
      const sql = database.as(login, 1);
      await expect(sql`select sealed from agents.invocation_outputs`, login).rejects.toMatchObject({ code: "42501" });
      if (login === "web") continue;
      const asking = sql`select agents.fn_ask_raw_output(${rita.session}, ${id})`;
      await expect(asking, login).rejects.toMatchObject({ code: "42501" });
      const reading = sql`select agents.fn_read_raw_output(${rita.session}, ${id})`;
      await expect(reading, login).rejects.toMatchObject({ code: "42501" });
    }
    await expect(web`select * from agents.fn_read_raw_output(${rita.session}, ${id})`).rejects.toMatchObject({
      code: "AL028",
    });
    expect(await read(ada, id)).toMatchObject({ ok: false, code: "not_permitted" });
    expect(await entriesOf(`invocation:${id}`, "output.raw_read")).toEqual([]);
  });

  test("is not taken unsealed, nor without the key's name and a digest", async () => {
    const [asked] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
    const id = asked?.id ?? "";
    const [row] = await worker`select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    const { sealed, sealedTo, digest } = sealForTest(id, Buffer.from(CANARY));
    const report = (bytes: Buffer | null, to: string | null, of: string | null) => worker`
      select agents.fn_complete_tool_invocation(${workerId}, ${id}, ${row?.claim.fence}, 'completed', ${bytes}, 'null', '[]', '{}',
        p_sealed_to => ${to}, p_raw_digest => ${of})`;
    for (const [bytes, to, of] of [
      [Buffer.from(CANARY), null, null],
      [Buffer.from(CANARY), sealedTo, digest],
      [sealed, null, digest],
      [sealed, sealedTo, null],
      [sealed, "plain", digest],
      [null, sealedTo, digest],
    ] as const) {
      await expect(report(bytes, to, of)).rejects.toMatchObject({ code: "AL026" });
    }
    await report(sealed, sealedTo, digest);
    expect(await read(rita, id), "control: it was taken").toEqual({ ok: true, value: CANARY });
  });

  test("is never changed in place, by no role, and its row is never removed", async () => {
    const id = await ended();
    const other = await ended();
    for (const change of [
      `sealed = (select sealed from agents.invocation_outputs where invocation_id = '${other}')`,
      "sealed = null",
      "cleaned = '\"forged\"'",
      "cleaned = null",
      "findings = '[{}]'",
      "raw_digest = 'x'",
      "created_at = now() - interval '1 year'",
      "altered = true",
      "held_at = now()",
    ]) {
      const statement = `update agents.invocation_outputs set ${change} where invocation_id = '${id}'`;
      await expect(admin.unsafe(statement), change).rejects.toMatchObject({ code: "AL032" });
      const replica = admin.begin(async (sql) => {
        await sql.unsafe("set local session_replication_role = replica");
        await sql.unsafe(statement);
      });
      await expect(replica, change).rejects.toMatchObject({ code: "AL032" });
    }
    await expect(admin`delete from agents.invocation_outputs where invocation_id = ${id}`).rejects.toMatchObject({
      code: "AL032",
    });
  });
});

describe("who owns the server and changes rows past every guard", () => {
  test("is noticed: swapped outputs, a changed bit, an output that was put there, another cleaned text", async () => {
    const [one, two] = [await ended(), await ended({ raw: Buffer.from("another") })];
    const values = await admin<{ id: string; sealed: Buffer; digest: string; sealedDigest: string }[]>`
      select invocation_id as id, sealed, raw_digest as digest, sealed_digest as "sealedDigest"
      from agents.invocation_outputs where invocation_id in (${one}, ${two})`;
    const of = (id: string) => values.find((value) => value.id === id);
    const put = (id: string, from: string) =>
      tamper(`update agents.invocation_outputs set sealed = '\\x${of(from)?.sealed.toString("hex")}', raw_digest = '${of(from)?.digest}',
        sealed_digest = '${of(from)?.sealedDigest}' where invocation_id = '${id}'`);
    await put(one, two);
    expect(await read(rita, one)).toMatchObject({ ok: false, code: "output_changed" });
    await put(one, one);
    expect(await read(rita, one), "control: its own opens").toMatchObject({ ok: true });
    await tamper(
      `update agents.invocation_outputs set sealed = set_byte(sealed, 60, get_byte(sealed, 60) # 1) where invocation_id = '${one}'`,
    );
    expect(await read(rita, one)).toMatchObject({ ok: false, code: "output_changed" });

    expect((await readInvocation(web, two))?.output?.cleanedAsLogged).toBe(true);
    await tamper(
      `update agents.invocation_outputs set cleaned = '"forged"', cleaned_digest = 'x' where invocation_id = '${two}'`,
    );
    expect((await readInvocation(web, two))?.output?.cleanedAsLogged).toBe(false);
  });
});

describe("retention", () => {
  test("takes the raw output first and the cleaned one later, and says in the log which, by their digests", async () => {
    const [young, old, ancient] = [await ended(), await ended(), await ended()];
    await age(young, 29);
    await age(old, 31);
    await age(ancient, 366);
    const before = (await entriesOf("installation:outputs", "output.raw_deleted")).length;
    expect(await retain()).toBe(3);
    expect(await retain(), "nothing twice").toBe(0);
    expect(await read(rita, young)).toMatchObject({ ok: true });
    expect(await read(rita, old)).toMatchObject({
      ...{ ok: false, code: "output_deleted", details: { why: "retention" } },
      message: expect.stringMatching(/^The raw output was deleted on \d{4}-\d\d-\d\d, by retention\.$/),
    });
    expect((await readInvocation(web, old))?.output).toMatchObject({ cleaned: "cleaned", rawDeletedWhy: "retention" });
    expect((await readInvocation(web, ancient))?.output).toMatchObject({
      ...{ cleaned: null, cleanedAsLogged: true, cleanedDeletedAt: expect.any(String) },
    });
    const [view] = await gateway`select agents.fn_invocation_status(${agent.key}, ${ancient}) as view`;
    expect(view?.view).toMatchObject({ status: "completed", outputDeletedAt: expect.any(String) });
    expect(view?.view).not.toHaveProperty("output");

    const raws = (await entriesOf("installation:outputs", "output.raw_deleted")).slice(before);
    expect(raws).toMatchObject([{ actor: "system", body: { why: "retention", days: 30 } }]);
    const [digest] = await admin`select raw_digest from agents.invocation_outputs where invocation_id = ${old}`;
    expect(raws[0]?.body.outputs).toContainEqual({ id: old, rawDigest: digest?.raw_digest });
    expect((await entriesOf("installation:outputs", "output.cleaned_deleted")).at(-1)?.body).toMatchObject({
      days: 365,
    });
  });

  test("leaves what is held, until an admin takes the hold away; reviewers hold and cannot", async () => {
    const id = await ended();
    await age(id, 400);
    await web`select agents.fn_hold_output(${rita.session}, ${id}, true, 'Court case 7.')`;
    expect(await retain()).toBe(0);
    await expect(web`select agents.fn_delete_raw_output(${rita.session}, ${id}, 'Away.')`).rejects.toMatchObject({
      code: "AL051",
    });
    await expect(
      admin`update agents.invocation_outputs set sealed = null, raw_deleted_at = now(), raw_deleted_why = 'retention', held_at = null, held_by = null, hold_reason = null
        where invocation_id = ${id}`,
    ).rejects.toMatchObject({ code: "AL051" });
    await expect(web`select agents.fn_hold_output(${rita.session}, ${id}, false, 'x')`).rejects.toMatchObject({
      code: "AL005",
    });
    expect((await readInvocation(web, id))?.output?.hold).toMatchObject({ reason: "Court case 7." });
    await web`select agents.fn_hold_output(${ada.session}, ${id}, false, 'It is over.')`;
    expect(await retain()).toBe(2);
    expect(await entriesOf(`invocation:${id}`, "output.held")).toHaveLength(1);
    expect(await entriesOf(`invocation:${id}`, "output.hold_ended")).toHaveLength(1);
  });

  test("that races with readings gives each the whole output or the word that it is gone, and takes each output once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await ended());
    for (const id of ids) await age(id, 40);
    const rounds = Array.from({ length: 4 }, retain);
    const readings = await Promise.all(ids.flatMap((id) => [read(rita, id), read(rita, id)]));
    const gone = (await Promise.all(rounds)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    for (const reading of readings) {
      expect(reading.ok ? reading.value : reading.code).toMatch(new RegExp(`^(${CANARY}|output_deleted)$`));
    }
    expect(gone + ((await retain()) ?? 0)).toBe(12);
    const lists = (await entriesOf("installation:outputs", "output.raw_deleted")).flatMap(
      ({ body }) => body.outputs as { id: string }[],
    );
    for (const id of ids) expect(lists.filter((item) => item.id === id)).toHaveLength(1);
  });

  test("that comes between a wish and its reading leaves the wish on record and hands nothing over", async () => {
    const id = await ended();
    await age(id, 40);
    const [asked] = await web`select agents.fn_ask_raw_output(${rita.session}, ${id}) as reading`;
    await retain();
    const reading = web`select * from agents.fn_read_raw_output(${rita.session}, ${asked?.reading})`;
    await expect(reading).rejects.toMatchObject({ code: "AL050" });
  });
});

describe("a reviewer", () => {
  test("deletes one raw output with a reason, on record with its digest, and not one of an agent of their own", async () => {
    const id = await ended();
    const remove = (person: TestPerson, reason: string) =>
      web`select agents.fn_delete_raw_output(${person.session}, ${id}, ${reason})`;
    await expect(remove(rita, " ")).rejects.toMatchObject({ code: "AL014" });
    await expect(remove(owner, "x")).rejects.toMatchObject({ code: "AL005" });
    await expect(remove(ada, "x")).rejects.toMatchObject({ code: "AL005" });
    expect(await read(rita, id), "control: it is there").toMatchObject({ ok: true });
    await remove(rita, "A customer's data.");
    expect(await read(rita, id)).toMatchObject({ ok: false, code: "output_deleted", details: { why: "reviewer" } });
    await expect(remove(rita, "again")).rejects.toMatchObject({ code: "AL050" });
    const [entry] = await entriesOf(`invocation:${id}`, "output.raw_deleted");
    expect(entry).toMatchObject({
      ...{ actor: `person:${rita.id}`, body: { reason: "A customer's data.", rawDigest: expect.any(String) } },
    });
    expect((await readInvocation(web, id))?.output).toMatchObject({ cleaned: "cleaned", findings: [] });
  });
});

test("an agent is told that source or data was changed by cleaning, and what follows", async () => {
  const viewOf = async (id: string) =>
    (await gateway`select agents.fn_invocation_status(${agent.key}, ${id}) as view`)[0]?.view;
  const altered = await viewOf(await ended({ altered: true }));
  expect(altered).toMatchObject({
    output: "cleaned",
    outputAltered: true,
    notice: expect.stringContaining("not the exact"),
  });
  const whole = await viewOf(await ended());
  expect(whole).not.toHaveProperty("outputAltered");
  expect(whole).not.toHaveProperty("notice");
});
