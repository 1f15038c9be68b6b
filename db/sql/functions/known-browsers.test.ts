import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
let web: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 6);
});
afterAll(async () => {
  await database.drop();
});

const proof = randomBytes(32);
const newWord = () => randomBytes(32).toString("base64url");

let email: string;
let person: string;
/** The word of a browser that the person has signed in from. */
let known: string;
beforeEach(async () => {
  // Each test guesses as if nobody else did: what new browsers may try is counted together.
  await database.admin`delete from agents.sign_in_attempts`;
  ({ email, id: person } = await makePerson());
  known = newWord();
  await signIn(proof, { brings: null, keeps: known });
});

async function makePerson(): Promise<{ email: string; id: string }> {
  const address = `p${randomBytes(4).toString("hex")}@example.test`;
  const [row] = await database.admin<
    { id: string }[]
  >`select airlock.make_person(${address}, 'Person', 'operator', true) as id`;
  await database.admin`select airlock.keep_proof(${row?.id ?? ""}, ${randomBytes(16)}, 19456, 2, 1, ${proof})`;
  return { email: address, id: row?.id ?? "" };
}

interface Words {
  /** What it counts with. */
  readonly brings: string | null;
  readonly keeps?: string | null;
}

async function signIn(given: Uint8Array, { brings, keeps = brings }: Words, address = email) {
  const shown = Buffer.from(given);
  const [attempt] = await web<{ id: string }[]>`
    select agents.fn_begin_sign_in(${address}, ${createHash("sha256").update(shown).digest()}, ${brings}) as id`;
  const [row] = await web<{ answer: { error?: string; id?: string } }[]>`
    select agents.fn_sign_in(${attempt?.id ?? null}, ${address}, ${shown}, ${newWord()}, 'test', ${keeps}) as answer`;
  return row?.answer;
}

const guess = (brings: string | null) => signIn(randomBytes(32), { brings, keeps: null });

async function closeAddress(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await guess(null);
}

describe("a browser that a person has signed in from", () => {
  test("lets its person in while others guess, where any other browser is shut out", async () => {
    await closeAddress();
    await expect(signIn(proof, { brings: null })).rejects.toMatchObject({ code: "AL003" });
    expect(await signIn(proof, { brings: known })).toMatchObject({ id: person });
  });

  test("has five tries of its own and no more, also in parallel", async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => guess(known)));
    expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(signIn(proof, { brings: known })).rejects.toMatchObject({ code: "AL003" });
  });

  test("does not forgive what others tried by signing in", async () => {
    await closeAddress();
    await signIn(proof, { brings: known });
    await expect(guess(null)).rejects.toMatchObject({ code: "AL003" });
  });

  test("is known after ninety days without it no more", async () => {
    await closeAddress();
    await database.admin`update agents.known_browsers set used_at = now() - interval '91 days' where person_id = ${person}`;
    await expect(guess(known)).rejects.toMatchObject({ code: "AL003" });
  });

  test("is one of twenty, the ones that were used last", async () => {
    for (let n = 0; n < 20; n += 1) await signIn(proof, { brings: null, keeps: newWord() });
    const [row] =
      await database.admin`select count(*)::int as kept from agents.known_browsers where person_id = ${person}`;
    expect(row).toEqual({ kept: 20 });
    await closeAddress();
    await expect(guess(known)).rejects.toMatchObject({ code: "AL003" });
  });
});

describe("a word that is not known", () => {
  test("buys no further guess: made up, another person's, or kept by a try that failed", async () => {
    const other = await makePerson();
    const others = newWord();
    await signIn(proof, { brings: null, keeps: others }, other.email);
    const failed = newWord();
    await signIn(randomBytes(32), { brings: null, keeps: failed });
    for (let n = 0; n < 4; n += 1) await guess(newWord());
    for (const word of [newWord(), others, failed]) await expect(guess(word)).rejects.toMatchObject({ code: "AL003" });
  });

  test("is not kept when it is too short to be one", async () => {
    await expect(signIn(proof, { brings: null, keeps: "short" })).rejects.toMatchObject({ code: "AL026" });
  });
});

test("a session proves its person's password again while others guess, with five tries of its own", async () => {
  const session = newWord();
  await database.admin`
    insert into agents.sessions (id, token_hash, person_id, client, created_at, last_seen_at, expires_at)
    values (airlock.new_id(), ${createHash("sha256").update(session).digest()}, ${person}, 'test', now(), now(), now() + interval '1 hour')`;
  await closeAddress();
  const again = async (given: Buffer) => {
    const [asked] = await web<{ asked: { id: string } }[]>`select agents.fn_begin_enrolment(${session}) as asked`;
    const [attempt] = await web<{ id: string }[]>`
      select agents.fn_begin_sign_in(${email}, ${createHash("sha256").update(given).digest()}, ${session}) as id`;
    const [row] = await web<{ answer: unknown }[]>`
      select agents.fn_prove_step_up_password(${session}, ${asked?.asked.id ?? null}, ${attempt?.id ?? null}, ${given}) as answer`;
    return row?.answer;
  };
  expect(await again(proof)).toMatchObject({ id: expect.any(String) });
  for (let n = 0; n < 5; n += 1) expect(await again(randomBytes(32))).toEqual({ error: "bad_credentials" });
  await expect(again(proof)).rejects.toMatchObject({ code: "AL003" });
});
