import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { clientData, makePasskey, makeStepUp, makeTotp, totpCode } from "#db/testing/proof-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** How a person gets and loses proofs: never by a stolen session alone. */
let database: TestDatabase;
let web: Sql;
let ana: TestPerson;
let admin: TestPerson;
let password: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  admin = await makePerson(database.admin, "admin");
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  ana = await makePerson(database.admin, "operator");
  password = randomBytes(32);
  await database.admin`select airlock.keep_proof(${ana.id}, ${randomBytes(16)}, 19456, 2, 1, ${password})`;
});

interface Begun {
  readonly id: string;
  readonly challenge: string;
  readonly methods: readonly string[];
}

async function begin(): Promise<Begun> {
  const [row] = await web<{ asked: Begun }[]>`select agents.fn_begin_enrolment(${ana.session}) as asked`;
  if (!row) throw new Error("no answer");
  return row.asked;
}

async function provePassword(id: string, given: Buffer) {
  const [person] = await web<{ email: string }[]>`select email from agents.people where id = ${ana.id}`;
  const [attempt] = await web<{ id: string }[]>`
    select agents.fn_begin_sign_in(${person?.email ?? ""}, ${createHash("sha256").update(given).digest()}) as id`;
  const [row] = await web<{ answer: { id?: string; error?: string } }[]>`
    select agents.fn_prove_step_up_password(${ana.session}, ${id}, ${attempt?.id ?? null}, ${given}) as answer`;
  return row?.answer;
}

async function provePasskey({ id, challenge }: Begun, credential: Buffer) {
  await web`select agents.fn_prove_step_up_passkey(${ana.session}, ${id}, ${credential}, ${clientData("webauthn.get", challenge)}, 0)`;
}

async function enrol({ id, challenge }: { id: string; challenge: string }, credential: Buffer = randomBytes(32)) {
  const [row] = await web<{ id: string }[]>`
    select agents.fn_enrol_passkey(${ana.session}, ${id}, 'laptop', ${credential}, ${randomBytes(77)},
      ${clientData("webauthn.create", challenge)}, 0, '{internal}') as id`;
  return row?.id ?? "";
}

async function announce(code: string, stepUp: string | null = null): Promise<string> {
  const [row] = await web<{ id: string }[]>`select agents.fn_announce_code(${ana.session}, ${code}, ${stepUp}) as id`;
  return row?.id ?? "";
}

async function proveCode(id: string, code: string) {
  const [row] = await web<{ answer: { id?: string; error?: string } }[]>`
    select agents.fn_prove_step_up_totp(${ana.session}, ${id}, ${await announce(code, id)}, ${code}) as answer`;
  return row?.answer;
}

const needsProof = { code: "AL038" };
const failed = { code: "AL039" };
const actions = async () =>
  (
    await web<
      { action: string }[]
    >`select action from audit.events where subject = ${`person:${ana.id}`} order by at_us, seq`
  ).map(({ action }) => action);

describe("a proof that was given and is not used yet", () => {
  const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const idsInLog = async () => {
    const entries = await web<{ body: string }[]>`select body from audit.events where subject = ${`person:${ana.id}`}`;
    return entries.flatMap(({ body }) => body.match(UUID) ?? []);
  };
  const take = (id: string) => web`select agents.fn_enrol_totp(${ana.session}, ${id})`;

  // Everybody reads the log, and a copied cookie is the same session: between the password and the new passkey its holder would make a proof
  // of their own.
  test("is taken by nobody who has a copy of the session and reads the log", async () => {
    const asked = await begin();
    await provePassword(asked.id, randomBytes(32));
    await provePassword(asked.id, password);
    for (const id of await idsInLog()) await expect(take(id)).rejects.toMatchObject(needsProof);
    await take(asked.id);
  });

  test("is not named by the tries with a code that came before it", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const asked = await begin();
    await provePassword(asked.id, password);
    await proveCode(asked.id, String((Number(totpCode(seed)) + 1) % 1_000_000).padStart(6, "0"));
    await proveCode(asked.id, totpCode(seed));
    expect(await actions()).toEqual(expect.arrayContaining(["step_up.code_failed", "step_up.code_tried"]));
    expect(await idsInLog()).not.toContain(asked.id);
    await enrol(asked);
  });

  test("is told apart in the log all the same: what was proved and what it was used for have the same digest", async () => {
    const asked = await begin();
    await provePassword(asked.id, password);
    await enrol(asked);
    const named = createHash("sha256").update(asked.id).digest("hex");
    const entries = await web<{ action: string }[]>`
      select action from audit.events where subject = ${`person:${ana.id}`} and body::jsonb ->> 'stepUp' = ${named} order by at_us, seq`;
    expect(entries.map(({ action }) => action)).toEqual(["step_up.proved", "passkey.enrolled"]);
  });
});

describe("a passkey", () => {
  test("is kept first with the password, and after that only with a passkey", async () => {
    const first = await begin();
    expect(first.methods).toEqual(["password"]);
    await expect(enrol(first), "the session alone").rejects.toMatchObject(needsProof);
    expect(await provePassword(first.id, randomBytes(32))).toEqual({ error: "bad_credentials" });
    expect(await provePassword(first.id, password)).toEqual({ id: first.id });
    const credential = randomBytes(32);
    await enrol(first, credential);
    await expect(enrol(first), "a proof is used once").rejects.toMatchObject(needsProof);

    const second = await begin();
    expect(second.methods).toEqual(["passkey"]);
    await expect(provePassword(second.id, password), "the password is no longer enough").rejects.toMatchObject(failed);
    await expect(enrol(second)).rejects.toMatchObject(needsProof);
    await provePasskey(second, credential);
    await expect(enrol(second, credential), "the same again").rejects.toMatchObject({ code: "AL026" });
    await enrol(second);
    expect(await actions()).toEqual([
      "step_up.password_failed",
      "step_up.proved",
      "passkey.enrolled",
      "step_up.proved",
      "passkey.enrolled",
    ]);
  });

  test("is kept only when it was made for this enrolment, and by a proof that is for enrolling", async () => {
    const proved = await makeStepUp(database.admin, ana.id, null, "password");
    const other = await makeStepUp(database.admin, ana.id, null, "password");
    await expect(enrol({ id: proved.id, challenge: other.challenge })).rejects.toMatchObject(failed);
    const item = { subject: proved.id, digest: "x" };
    await expect(enrol(await makeStepUp(database.admin, ana.id, item, "password"))).rejects.toMatchObject(needsProof);
    await expect(enrol(await makeStepUp(database.admin, admin.id, null, "password"))).rejects.toMatchObject(needsProof);
    await enrol(proved);
  });

  test("takes password and code where an authenticator app is the only proof", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const asked = await begin();
    expect(asked.methods).toEqual(["password", "totp"]);
    await expect(proveCode(asked.id, totpCode(seed)), "the code alone").rejects.toMatchObject(failed);
    await provePassword(asked.id, password);
    await expect(enrol(asked), "the password alone").rejects.toMatchObject(needsProof);
    await proveCode(asked.id, totpCode(seed));
    await enrol(asked);
  });

  test("is removed by its person with a proof or by an admin with a reason, by nobody else", async () => {
    const passkey = await makePasskey(database.admin, ana.id);
    const other = await makePasskey(database.admin, ana.id);
    const revoke = (by: TestPerson, id: string, stepUp: string | null = null, reason: string | null = null) =>
      web`select agents.fn_revoke_passkey(${by.session}, ${id}, ${stepUp}, ${reason})`;
    await expect(revoke(ana, passkey.id), "a stolen session").rejects.toMatchObject(needsProof);
    const reviewer = await makePerson(database.admin, "reviewer");
    await expect(revoke(reviewer, passkey.id, null, "Mine now.")).rejects.toMatchObject({ code: "AL005" });
    await expect(revoke(admin, passkey.id)).rejects.toMatchObject({ code: "AL014" });
    const asked = await begin();
    await provePasskey(asked, other.credential);
    await revoke(ana, passkey.id, asked.id);
    await revoke(admin, other.id, null, "Lost on a train.");
    await expect(revoke(admin, other.id, null, "Again."), "already").rejects.toMatchObject({ code: "AL028" });
    expect((await begin()).methods).toEqual(["password"]);
    expect(await actions()).toContain("passkey.revoked");
  });
});

describe("an authenticator app", () => {
  const enrolTotp = async (stepUp: string) => {
    const [row] = await web<{ seed: Buffer }[]>`select agents.fn_enrol_totp(${ana.session}, ${stepUp}) as seed`;
    return row?.seed ?? Buffer.alloc(0);
  };
  const confirm = async (code: string) => {
    const [row] = await web<
      { confirmed: boolean }[]
    >`select agents.fn_confirm_totp(${ana.session}, ${await announce(code)}, ${code}) as confirmed`;
    return row?.confirmed;
  };

  test("counts once a code has shown that it has the seed", async () => {
    const first = await begin();
    await expect(enrolTotp(first.id)).rejects.toMatchObject(needsProof);
    await provePassword(first.id, password);
    const seed = await enrolTotp(first.id);
    expect(seed).toHaveLength(20);
    expect((await begin()).methods, "not yet").toEqual(["password"]);
    expect(await confirm(totpCode(randomBytes(20), -1))).toBe(false);
    expect(await confirm(totpCode(seed))).toBe(true);
    const again = await begin();
    expect(again.methods).toEqual(["password", "totp"]);
    await provePassword(again.id, password);
    expect(await proveCode(again.id, totpCode(seed)), "the code that confirmed it is spent").toMatchObject({
      error: "wrong_code",
    });
    await proveCode(again.id, totpCode(seed, 1));
    await expect(enrolTotp(again.id), "a second app").rejects.toMatchObject({ code: "AL030" });
  });

  test("is removed as a passkey is", async () => {
    const seed = await makeTotp(database.admin, ana.id);
    const revoke = (by: TestPerson, stepUp: string | null = null, reason: string | null = null) =>
      web`select agents.fn_revoke_totp(${by.session}, ${ana.id}, ${stepUp}, ${reason})`;
    await expect(revoke(ana)).rejects.toMatchObject(needsProof);
    const asked = await begin();
    await provePassword(asked.id, password);
    await proveCode(asked.id, totpCode(seed));
    await revoke(ana, asked.id);
    await expect(revoke(admin, null, "Gone."), "already").rejects.toMatchObject({ code: "AL028" });
    await makeTotp(database.admin, ana.id);
    await revoke(admin, null, "Lost phone.");
    expect(await actions()).toEqual([
      "step_up.proved",
      "step_up.code_tried",
      "step_up.proved",
      "totp.revoked",
      "totp.revoked",
    ]);
  });

  test("gives nothing away before it counts: its first code is announced, and guessed ten times at most", async () => {
    const first = await begin();
    await provePassword(first.id, password);
    const seed = await enrolTotp(first.id);
    await expect(
      web.begin(async (sql) => {
        const [row] = await sql`select agents.fn_announce_code(${ana.session}, ${totpCode(seed)}) as id`;
        await sql`select agents.fn_confirm_totp(${ana.session}, ${row?.id}, ${totpCode(seed)})`;
      }),
      "announced by the same transaction",
    ).rejects.toMatchObject(failed);
    const wrong = totpCode(seed, -3);
    for (let guess = 0; guess < 10; guess += 1) expect(await confirm(wrong)).toBe(false);
    await expect(confirm(totpCode(seed))).rejects.toMatchObject({ code: "AL003" });
    await database.admin`update agents.code_tries set at = at - interval '15 minutes' where person_id = ${ana.id}`;
    expect(await confirm(totpCode(seed)), "control: a quarter of an hour later").toBe(true);
  });
});
