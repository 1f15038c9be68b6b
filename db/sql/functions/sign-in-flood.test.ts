import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { openConnection } from "#db/open-connection.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

const TRIES = 200;
/** How many of all browsers that nobody has signed in from are taken a minute. */
const BOUND = 30;

let database: TestDatabase;
let web: Sql;
const proof = randomBytes(32);
const newWord = () => randomBytes(32).toString("base64url");
const newAddress = () => `p${randomBytes(6).toString("hex")}@example.test`;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 6);
  await markInstallation(database.admin, "production");
});
afterAll(() => database.drop());

let email: string;
/** The word of a browser that the person has signed in from. */
let known: string;
beforeEach(async () => {
  await database.admin`delete from agents.sign_in_attempts`;
  email = newAddress();
  known = newWord();
  await database.admin`
    select airlock.keep_proof(airlock.make_person(${email}, 'Person', 'operator', true), ${randomBytes(16)}, 19456, 2, 1, ${proof})`;
  await tryIn(email, proof, null, known);
});

/** What a try comes to: who signed in, why they did not, or the state of a refusal. */
async function tryIn(
  address: string,
  given: Buffer,
  brings: string | null = null,
  keeps: string | null = null,
  sql = web,
) {
  try {
    const [attempt] = await sql<{ id: string }[]>`
      select agents.fn_begin_sign_in(${address}, ${createHash("sha256").update(given).digest()}, ${brings}) as id`;
    const [row] = await sql<{ answer: { error?: string; email?: string } }[]>`
      select agents.fn_sign_in(${attempt?.id ?? null}, ${address}, ${given}, ${newWord()}, 'test', ${keeps}) as answer`;
    return row?.answer.error ?? row?.answer.email;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

async function flood(sql = web): Promise<Record<string, number>> {
  const ends = await Promise.all(
    Array.from({ length: TRIES }, () => tryIn(newAddress(), randomBytes(32), null, null, sql)),
  );
  const counted: Record<string, number> = {};
  for (const end of ends) counted[end ?? "nothing"] = (counted[end ?? "nothing"] ?? 0) + 1;
  return counted;
}

async function entries(): Promise<number> {
  const [row] = await database.admin<{ n: number }[]>`select count(*)::int as n from audit.events`;
  return row?.n ?? 0;
}

test("many unknown addresses within a minute leave no more entries than the bound, and a known browser signs in meanwhile", async () => {
  const before = await entries();
  expect(await flood()).toEqual({ bad_credentials: BOUND, AL003: TRIES - BOUND });
  expect((await entries()) - before).toBe(BOUND);
  // What the bound costs: the right password does not help where the browser is new.
  expect(await tryIn(email, proof)).toBe("AL003");
  expect(await tryIn(email, proof, known)).toBe(email);
  // A word that is somebody else's does not either.
  expect(await tryIn(newAddress(), proof, known)).toBe("AL003");

  await database.admin`update agents.sign_in_attempts set at = at - interval '1 minute'`;
  expect(await tryIn(email, proof)).toBe(email);
});

test("without the bound the same flood leaves an entry for each", async () => {
  const [source] = await database.admin<{ text: string }[]>`
    select pg_get_functiondef('airlock.refuse_further_tries(bytea, bytea)'::regprocedure) as text`;
  const text = source?.text ?? "";
  const unbound = text.replace(">= 30", ">= 1000");
  expect(unbound).not.toBe(text);
  await database.admin.unsafe(unbound);
  // Connections of their own: a plan that was made keeps the function as it was.
  const sql = openConnection(database.urls.web, { max: 6 });
  try {
    const before = await entries();
    expect(await flood(sql)).toEqual({ bad_credentials: TRIES });
    expect((await entries()) - before).toBe(TRIES);
  } finally {
    await sql.end({ timeout: 1 });
    await database.admin.unsafe(text);
  }
});

test("who signs in is not counted, however many do within a minute", async () => {
  for (let n = 0; n < BOUND + 5; n += 1) expect(await tryIn(email, proof)).toBe(email);
});

test("a challenge is refused where a try would be, so that nobody stretches a password in vain", async () => {
  const challenge = async (address: string, brings: string | null = null) => {
    const [row] = await web<{ known: boolean }[]>`select known from agents.fn_sign_in_challenge(${address}, ${brings})`;
    return row?.known;
  };
  expect(await challenge(email)).toBe(false);
  expect(await challenge(email, known)).toBe(true);
  expect(await challenge(newAddress(), known)).toBe(false);
  for (let n = 0; n < 5; n += 1) await tryIn(email, randomBytes(32));
  await expect(challenge(email), "the address is closed").rejects.toMatchObject({ code: "AL003" });
  expect(await challenge(email, known)).toBe(true);
  expect(await challenge(newAddress())).toBe(false);
  await flood();
  await expect(challenge(newAddress()), "so are all").rejects.toMatchObject({ code: "AL003" });
  expect(await challenge(email, known)).toBe(true);
});
