import { randomBytes } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { letRunBlocks } from "#db/testing/let-run-blocks.ts";
import { clientData, makePasskey, makeStepUp, makeTotp, totpCode } from "#db/testing/proof-fixtures.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** One proof, for one person and one item as it was shown, once and in time. */
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let ana: TestPerson;
let ben: TestPerson;
let agent: TestAgent;
let privileged: TestTool;
let financial: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  const { admin } = database;
  await admin`update agents.settings set value = 1 where name = 'step_up'`;
  await admin`update agents.settings set least = 0, value = 0 where name = 'quorum_role_hours'`;
  agent = await makeAgent(admin, (await makePerson(admin, "operator")).id);
  privileged = await pinTool(admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  financial = await pinTool(admin, contractOf({ safetyClass: "financial", egressClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "reviewer");
});

interface Item {
  readonly id: string;
  readonly revision: number;
  readonly digest: string;
}

async function shown(id: string): Promise<Item> {
  const [row] = await web<Item[]>`
    select id, revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return row;
}

async function ask(tool: TestTool): Promise<Item> {
  const input = JSON.stringify({ n: randomBytes(8).toString("hex") });
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${input}, ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
  return shown(row?.id ?? "");
}

interface Begun {
  readonly id: string | null;
  readonly challenge: string;
  readonly methods: readonly string[];
  readonly allowed: readonly string[];
  readonly credentials: readonly { id: string; transports: readonly string[] }[];
}

async function begin(person: TestPerson, item: Item): Promise<Begun> {
  const [row] = await web<{ asked: Begun }[]>`
    select agents.fn_begin_step_up(${person.session}, ${item.id}, ${item.digest}) as asked`;
  if (!row) throw new Error("no answer");
  return row.asked;
}

async function provePasskey(
  person: TestPerson,
  asked: { id: string | null; challenge: string },
  credential: Buffer,
  count = 0,
) {
  const [row] = await web<{ answer: { id?: string; error?: string } }[]>`
    select agents.fn_prove_step_up_passkey(${person.session}, ${asked.id}, ${credential},
      ${clientData("webauthn.get", asked.challenge)}, ${count}) as answer`;
  return row?.answer;
}

async function announceCode(person: TestPerson, id: string | null, code: string): Promise<string> {
  const [row] = await web<{ id: string }[]>`select agents.fn_announce_code(${person.session}, ${code}, ${id}) as id`;
  return row?.id ?? "";
}

interface CodeAnswer {
  readonly id?: string;
  readonly error?: string;
  readonly left?: number;
}

async function showCode(person: TestPerson, id: string | null, announced: string, code: string, sql: ISql = web) {
  const [row] = await sql<{ answer: CodeAnswer }[]>`
    select agents.fn_prove_step_up_totp(${person.session}, ${id}, ${announced}, ${code}) as answer`;
  return row?.answer;
}

async function proveCode(person: TestPerson, id: string | null, code: string) {
  return showCode(person, id, await announceCode(person, id, code), code);
}

/** What a stolen login would do: look at the answer and take it back. */
async function rolledBack<T>(give: (sql: ISql) => Promise<T>): Promise<T> {
  let answer: { given: T } | undefined;
  await web
    .begin(async (sql) => {
      answer = { given: await give(sql) };
      throw new Error("taken back");
    })
    .catch((error: Error) => {
      if (error.message !== "taken back") throw error;
    });
  if (!answer) throw new Error("no answer");
  return answer.given;
}

async function approve(person: TestPerson, item: Item, stepUp: string | null) {
  const [row] = await web<{ answer: { status: string } }[]>`
    select agents.fn_approve_tool_invocation(${person.session}, ${item.id}, ${item.revision}, ${item.digest}, 'Because.', null, ${stepUp}) as answer`;
  return row?.answer;
}

const needsProof = { code: "AL038" };
const failed = { code: "AL039" };

/** A passkey's proof for this item, begun and given as a browser would. */
async function proof(person: TestPerson, item: Item): Promise<string> {
  const { credential } = await makePasskey(database.admin, person.id);
  const asked = await begin(person, item);
  expect(await provePasskey(person, asked, credential)).toEqual({ id: asked.id });
  return asked.id ?? "";
}

describe("approving what is grave", () => {
  test("takes each person's own passkey, and two of them release it", async () => {
    const call = await ask(privileged);
    await expect(approve(ana, call, null)).rejects.toMatchObject(needsProof);
    expect(await approve(ana, call, await proof(ana, call))).toMatchObject({ status: "pending" });
    await expect(approve(ben, call, null)).rejects.toMatchObject(needsProof);
    expect(await approve(ben, call, await proof(ben, call))).toMatchObject({ status: "running" });
  });

  test("takes no proof of another person, of another item, of what was there before an edit, too late, or twice", async () => {
    const call = await ask(privileged);
    await expect(approve(ana, call, await proof(ben, call)), "another person's").rejects.toMatchObject(needsProof);
    await expect(approve(ana, call, await proof(ana, await ask(privileged))), "another item's").rejects.toMatchObject(
      needsProof,
    );

    const before = await proof(ana, call);
    await web`
      select agents.fn_edit_tool_invocation(${ben.session}, ${call.id}, ${call.revision}, ${call.digest}, '{"n":1}', '[]', 'effect', 'Less.')`;
    const edited = await shown(call.id);
    await expect(approve(ana, edited, before), "of another digest").rejects.toMatchObject(needsProof);

    const late = await proof(ana, edited);
    await database.admin`update agents.step_ups set created_at = now() - interval '1 minute', expires_at = now() where id = ${late}`;
    await expect(approve(ana, edited, late), "expired").rejects.toMatchObject(needsProof);

    const unproved = await begin(ana, edited);
    await expect(approve(ana, edited, unproved.id), "begun and not given").rejects.toMatchObject(needsProof);

    const good = await proof(ana, edited);
    await approve(ana, edited, good);
    await database.admin`alter table agents.approval_votes disable trigger approval_votes_kept`;
    await database.admin`delete from agents.approval_votes where person_id = ${ana.id}`;
    await database.admin`alter table agents.approval_votes enable always trigger approval_votes_kept`;
    await expect(approve(ana, edited, good), "used").rejects.toMatchObject(needsProof);
  });

  test("takes a code for money, never for privilege", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const payment = await ask(financial);
    const asked = await begin(ana, payment);
    expect(asked).toMatchObject({ methods: ["totp"], allowed: ["passkey", "totp"] });
    expect(await proveCode(ana, asked.id, totpCode(seed))).toEqual({ id: asked.id });
    expect(await approve(ana, payment, asked.id)).toMatchObject({ status: "running" });

    const call = await ask(privileged);
    expect(await begin(ana, call)).toMatchObject({ id: null, methods: [], allowed: ["passkey"] });
    await makePasskey(database.admin, ana.id);
    const other = await begin(ana, call);
    await expect(proveCode(ana, other.id, totpCode(seed, 1))).rejects.toMatchObject(failed);
    // And had the code been taken, the vote would still not be.
    const crafted = await makeStepUp(database.admin, ana.id, { subject: call.id, digest: call.digest }, "totp");
    await expect(approve(ana, call, crafted.id)).rejects.toMatchObject(needsProof);
  });

  test("takes a passkey where more trust is given", async () => {
    const rita = await makePerson(database.admin, "reviewer");
    const rising = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
    const set = (level: string) =>
      web`select agents.fn_set_trust(${rita.session}, ${rising.id}, 'web', ${level}, 'Its record.')`;
    for (const level of ["standard", "elevated"]) await set(level);
    const [review] = await web<{ approval: string; id: string; digest: string }[]>`
      select a.id as approval, a.subject_id as id, a.digest from agents.approvals a
      where a.subject_kind = 'trust_change' and a.agent_id = ${rising.id}`;
    if (!review) throw new Error("no review");
    const decide = (stepUp: string | null) =>
      web`select agents.fn_decide_review(${ben.session}, ${review.approval}, ${review.digest}, 'approve', 'Earned.', null, ${stepUp})`;
    await expect(decide(null)).rejects.toMatchObject(needsProof);
    await decide(await proof(ben, { ...review, revision: 1 }));
    const elevated = await web`
      select category from agents.agent_trust where agent_id = ${rising.id} and level = 'elevated'`;
    expect(elevated).toEqual([{ category: "web" }]);
  });
});

describe("a passkey's answer", () => {
  test("counts for its own challenge, from a key of that person that is still kept, once", async () => {
    const call = await ask(privileged);
    const { id, credential } = await makePasskey(database.admin, ana.id);
    const other = await makePasskey(database.admin, ben.id);
    const asked = await begin(ana, call);
    expect(asked.credentials).toEqual([{ id: credential.toString("base64url"), transports: ["internal"] }]);
    const foreign = await begin(ana, await ask(privileged));
    await expect(provePasskey(ana, { id: asked.id, challenge: foreign.challenge }, credential)).rejects.toMatchObject(
      failed,
    );
    await expect(
      web`select agents.fn_prove_step_up_passkey(${ana.session}, ${asked.id}, ${credential}, ${clientData("webauthn.create", asked.challenge)}, 0)`,
    ).rejects.toMatchObject(failed);
    await expect(provePasskey(ana, asked, other.credential)).rejects.toMatchObject(failed);
    await expect(provePasskey(ben, asked, other.credential)).rejects.toMatchObject(failed);
    await provePasskey(ana, asked, credential);
    await expect(provePasskey(ana, asked, credential)).rejects.toMatchObject(failed);
    await database.admin`update agents.passkeys set revoked_at = now() where id = ${id}`;
    await makePasskey(database.admin, ana.id);
    await expect(provePasskey(ana, foreign, credential)).rejects.toMatchObject(failed);
  });

  test("does not count when its counter fell, and the record of that stays", async () => {
    const { credential } = await makePasskey(database.admin, ana.id, 7);
    const call = await ask(privileged);
    for (const count of [7, 3, 0]) {
      expect(await provePasskey(ana, await begin(ana, call), credential, count)).toEqual({ error: "count_fell" });
    }
    expect(
      await web`select from audit.events where action = 'passkey.count_fell' and actor = ${`person:${ana.id}`}`,
    ).toHaveLength(3);
    const asked = await begin(ana, call);
    expect(await provePasskey(ana, asked, credential, 8)).toEqual({ id: asked.id });
  });
});

describe("a code", () => {
  test("counts one step beside the present, and neither twice nor after a later one", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const payment = await ask(financial);
    const fresh = async () => (await begin(ana, payment)).id;
    expect(await proveCode(ana, await fresh(), totpCode(seed, -2))).toMatchObject({ error: "wrong_code", left: 4 });
    expect(await proveCode(ana, await fresh(), totpCode(seed, 3))).toMatchObject({ error: "wrong_code" });
    expect(await proveCode(ana, await fresh(), totpCode(seed, 1))).toHaveProperty("id");
    expect(await proveCode(ana, await fresh(), totpCode(seed, 1)), "twice").toMatchObject({ error: "wrong_code" });
    expect(await proveCode(ana, await fresh(), totpCode(seed)), "an earlier one").toMatchObject({
      error: "wrong_code",
    });
    await expect(proveCode(ana, await fresh(), "12345"), "of five digits").rejects.toMatchObject({ code: "AL026" });
  });

  test("is guessed five times a question and ten times in a quarter of an hour, also in parallel, and then the right one is refused too", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const right = [-1, 0, 1, 2].map((beside) => totpCode(seed, beside));
    const wrong = ["000000", "111111", "222222", "333333", "444444"].find((code) => !right.includes(code)) ?? "";
    const payment = await ask(financial);
    for (let question = 0; question < 2; question += 1) {
      const { id } = await begin(ana, payment);
      const guesses = await Promise.allSettled(Array.from({ length: 8 }, () => proveCode(ana, id, wrong)));
      expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      await expect(proveCode(ana, id, totpCode(seed))).rejects.toMatchObject(failed);
    }
    const { id } = await begin(ana, payment);
    await expect(proveCode(ana, id, totpCode(seed))).rejects.toMatchObject({ code: "AL003" });
    await database.admin`
      update agents.code_tries set at = at - interval '16 minutes' where person_id = ${ana.id}`;
    expect(await proveCode(ana, id, totpCode(seed)), "control: a quarter of an hour later").toHaveProperty("id");
  });

  test("is answered only after the try is committed: whoever rolls back learns nothing that is not counted and on record", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const right = totpCode(seed);
    const { id } = await begin(ana, await ask(financial));
    const guess = (sql: ISql, code: string) =>
      sql<{ answer: CodeAnswer }[]>`
        select agents.fn_prove_step_up_totp(${ana.session}, ${id}, t, ${code}) as answer
        from agents.fn_announce_code(${ana.session}, ${code}, ${id}) t`.then(([row]) => row?.answer);
    await expect(
      rolledBack((sql) => guess(sql, right)),
      "in one transaction",
    ).rejects.toMatchObject(failed);
    await letRunBlocks(database);
    await expect(
      web.unsafe(`do $$ declare announced uuid; begin
        begin
          announced := agents.fn_announce_code('${ana.session}', '${right}', '${id}');
        exception when no_data_found then null;
        end;
        perform agents.fn_prove_step_up_totp('${ana.session}', '${id}', announced, '${right}');
      end $$`),
      "announced within it, under a savepoint of its own",
    ).rejects.toMatchObject(failed);

    const wrong = totpCode(seed, -3);
    for (let tries = 0; tries < 5; tries += 1) {
      const announced = await announceCode(ana, id, wrong);
      const answer = await rolledBack((sql) => showCode(ana, id, announced, wrong, sql));
      expect(answer).toEqual({ error: "wrong_code", left: 4 - tries });
    }
    await expect(announceCode(ana, id, right), "a sixth try").rejects.toMatchObject(failed);
    const tried = await web`
      select from audit.events where action = 'step_up.code_tried' and actor = ${`person:${ana.id}`}`;
    expect(tried).toHaveLength(5);
  });

  test("control: without that guard the answers of rolled-back transactions are neither counted nor on record", async () => {
    const careless = await createTestDatabase();
    try {
      await takeOut(careless.admin, "airlock.use_code_try", "t.txid <> pg_current_xact_id() and");
      const eve = await makePerson(careless.admin, "operator");
      const seed = await makeTotp(careless.admin, eve.id);
      const asked = await makeStepUp(careless.admin, eve.id, null, "password");
      const right = totpCode(seed);
      const codes = [...Array.from({ length: 30 }, (_, n) => String(n).padStart(6, "0")), right];
      await letRunBlocks(careless);
      // One guess after the other, each undone by its exception; what was learnt stays.
      await careless
        .as("web", 1)
        .unsafe(`do $$ declare answer jsonb; code text; begin
        foreach code in array '{${codes.join(",")}}'::text[] loop
          begin
            answer := agents.fn_prove_step_up_totp('${eve.session}', '${asked.id}',
              agents.fn_announce_code('${eve.session}', code, '${asked.id}'), code);
            raise exception 'undone';
          exception when raise_exception then
            if answer ? 'id' then raise exception 'the code is %', code using errcode = 'ZZ001'; end if;
          end;
        end loop;
      end $$`)
        .then(
          () => expect.unreachable(),
          (error) => expect(error).toMatchObject({ code: "ZZ001", message: `the code is ${right}` }),
        );
      expect(await careless.admin`select from audit.events where action like 'step_up.code%'`).toHaveLength(0);
      expect(await careless.admin`select from agents.code_tries`).toHaveLength(0);
    } finally {
      await careless.drop();
    }
  });

  test("is judged by the time of its try, for its question and once, however often the answer is taken back", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const { id } = await begin(ana, await ask(financial));
    const { id: other } = await begin(ana, await ask(financial));
    // A guess that was wrong when it was made and would be right by now.
    const next = totpCode(seed, 1);
    const early = await announceCode(ana, id, next);
    await database.admin`update agents.code_tries set at = at - interval '50 seconds' where id = ${early}`;
    expect(await rolledBack((sql) => showCode(ana, id, early, next, sql))).toMatchObject({ error: "wrong_code" });
    expect(await showCode(ana, id, early, next)).toMatchObject({ error: "wrong_code" });
    await expect(showCode(ana, id, early, next), "twice").rejects.toMatchObject(failed);
    const anew = await announceCode(ana, id, next);
    const byNow = await rolledBack((sql) => showCode(ana, id, anew, next, sql));
    expect(byNow, "control: the same code, tried now").toEqual({ id });

    const right = totpCode(seed);
    const announced = await announceCode(ana, id, right);
    await expect(showCode(ana, other, announced, right), "of another question").rejects.toMatchObject(failed);
    await expect(showCode(ana, id, announced, totpCode(seed, 1)), "of another code").rejects.toMatchObject(failed);
    await expect(showCode(ben, id, announced, right), "of another person").rejects.toMatchObject(failed);
    await database.admin`update agents.code_tries set at = at - interval '1 minute' where id = ${announced}`;
    await expect(showCode(ana, id, announced, right), "too old").rejects.toMatchObject(failed);
    await database.admin`update agents.code_tries set at = at + interval '1 minute' where id = ${announced}`;
    expect(await rolledBack((sql) => showCode(ana, id, announced, right, sql))).toEqual({ id });
    expect(await showCode(ana, id, announced, right), "the person's own, after it was taken back").toEqual({ id });
  });

  test("cannot be computed by any login: none reads a seed", async () => {
    await makeTotp(database.admin, ana.id);
    for (const login of ["web", "auditor", "gateway", "worker", "housekeeper"] as const) {
      await expect(database.as(login, 1)`select seed from agents.person_totp`).rejects.toMatchObject({ code: "42501" });
    }
  });
});
