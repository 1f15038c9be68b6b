import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSetupToken, markInstallation } from "#db/installation.ts";
import { makePerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
let web: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 6);
  await markInstallation(database.admin, "demo");
});
afterAll(async () => {
  await database.drop();
});

const proof = randomBytes(32);
let email: string;
beforeEach(async () => {
  email = `p${randomBytes(4).toString("hex")}@example.test`;
  await database.admin`
    select airlock.keep_proof(airlock.make_person(${email}, 'Person', 'operator', true), ${randomBytes(16)}, 19456, 2, 1, ${proof})`;
});

async function signIn(given: Uint8Array, token = randomBytes(32).toString("base64url")) {
  const proofShown = Buffer.from(given);
  const [attempt] = await web<{ id: string }[]>`
    select agents.fn_begin_sign_in(${email}, ${createHash("sha256").update(proofShown).digest()}) as id`;
  const [row] = await web<{ answer: { error?: string; id?: string } }[]>`
    select agents.fn_sign_in(${attempt?.id ?? null}, ${email}, ${proofShown}, ${token}, 'test') as answer`;
  return { token, ...row?.answer };
}

async function session(token: string) {
  const [row] = await web<{ session: { role: string } }[]>`select agents.fn_session(${token}) as session`;
  return row?.session;
}

describe("signing in", () => {
  test("opens a session for whoever proves the password, and for nobody else", async () => {
    const { token, id } = await signIn(proof);
    expect(id).toBeDefined();
    expect(await session(token)).toMatchObject({ role: "operator" });
    expect(await signIn(randomBytes(32))).toMatchObject({ error: "bad_credentials" });
  });

  test("is closed for the address after five failures, also for the right password, also when guessed in parallel", async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => signIn(randomBytes(32))));
    expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(signIn(proof)).rejects.toMatchObject({ code: "AL003" });
  });

  test("gives no answer in a transaction that could still be rolled back, so no guess goes uncounted", async () => {
    const hash = createHash("sha256").update(proof).digest();
    const guess = web.begin(async (sql) => {
      const [attempt] = await sql<{ id: string }[]>`select agents.fn_begin_sign_in(${email}, ${hash}) as id`;
      return sql`select agents.fn_sign_in(${attempt?.id ?? null}, ${email}, ${proof}, ${"t".repeat(43)}, 'test')`;
    });
    await expect(guess).rejects.toMatchObject({ code: "AL002" });
  });

  test("answers an unknown address with a steady salt of its own, as it does a known one", async () => {
    const ask = async (address: string) =>
      (await web<{ salt: Buffer }[]>`select salt from agents.fn_sign_in_challenge(${address})`)[0]?.salt.toString(
        "hex",
      );
    const nobody = await ask("nobody@example.test");
    expect(nobody).toHaveLength(32);
    expect(await ask("nobody@example.test")).toBe(nobody);
    expect(await ask("noone@example.test")).not.toBe(nobody);
    expect(await ask(email)).toHaveLength(32);
  });
});

describe("a session", () => {
  test("ends at once when it is signed out", async () => {
    const { token } = await signIn(proof);
    await web`select agents.fn_sign_out(${token})`;
    await expect(session(token)).rejects.toMatchObject({ code: "AL001" });
  });

  test("loses its rights at once when its person loses the role, and ends when the account does", async () => {
    const admin = await makePerson(database.admin, "admin");
    const { token, id = "" } = await signIn(proof);
    await web`select agents.fn_lower_role(${admin.session}, ${id}, false, 'moved team')`;
    expect(await session(token)).toMatchObject({ role: "viewer" });
    await expect(web`select agents.fn_throw_kill_switch(${token}, 'global', null, 'x')`).rejects.toMatchObject({
      code: "AL005",
    });
    await web`select agents.fn_lower_role(${admin.session}, ${id}, true, 'left')`;
    await expect(session(token)).rejects.toMatchObject({ code: "AL001" });
  });

  test("is renewed by what a person does, not by a page that looks again by itself", async () => {
    const { token, id = "" } = await signIn(proof);
    const idle = () =>
      database.admin`update agents.sessions set last_seen_at = now() - interval '20 minutes' where person_id = ${id}`;
    const seen = async () =>
      (
        await database.admin`select last_seen_at > now() - interval '1 minute' as fresh from agents.sessions where person_id = ${id}`
      )[0]?.fresh;
    await idle();
    await web`select agents.fn_session(${token}, false)`;
    expect(await seen()).toBe(false);
    await web`select agents.fn_session(${token})`;
    expect(await seen()).toBe(true);
  });

  test("dies of idleness", async () => {
    const { token, id = "" } = await signIn(proof);
    await database.admin`update agents.sessions set last_seen_at = now() - interval '31 minutes' where person_id = ${id}`;
    await expect(session(token)).rejects.toMatchObject({ code: "AL001" });
  });

  test("ends another of its own person's sessions, never one of somebody else", async () => {
    const { token } = await signIn(proof);
    const stranger = await makePerson(database.admin, "operator");
    const [other] = await database.admin`select id from agents.sessions where person_id = ${stranger.id}`;
    await expect(web`select agents.fn_sign_out(${token}, ${other?.id})`).rejects.toMatchObject({ code: "AL028" });
  });
});

test("the last admin stays", async () => {
  await database.admin`update agents.people set role = 'viewer' where role = 'admin'`;
  const admin = await makePerson(database.admin, "admin");
  await expect(web`select agents.fn_lower_role(${admin.session}, ${admin.id}, false, 'x')`).rejects.toMatchObject({
    code: "AL030",
  });
});

test("a set-up link makes one admin, once, and only while nobody is there", async () => {
  const fresh = await createTestDatabase();
  try {
    await markInstallation(fresh.admin, "production");
    expect(await markInstallation(fresh.admin, "demo")).toBe("production");
    const token = (await createSetupToken(fresh.admin)) ?? "";
    const setUp = (link: string, address: string) => fresh.as("web", 1)`
      select agents.fn_set_up(${link}, ${address}, 'First', ${randomBytes(16)}, 19456, 2, 1, ${randomBytes(32)})`;
    await expect(setUp("guessed", "a@example.test")).rejects.toMatchObject({ code: "AL007" });
    await setUp(token, "a@example.test");
    await expect(setUp(token, "b@example.test")).rejects.toMatchObject({ code: "AL007" });
    expect(await createSetupToken(fresh.admin)).toBeUndefined();
  } finally {
    await fresh.drop();
  }
});
