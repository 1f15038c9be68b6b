import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { deriveProof, NEW_PROOF_PARAMETERS } from "./derive-proof.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

const PASSWORD = "correct horse battery";

let database: TestDatabase;
let web: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "production");
  web = database.as("web", 4);
});
afterAll(() => database.drop());

async function makePerson(): Promise<string> {
  const email = `p${randomBytes(4).toString("hex")}@example.test`;
  const salt = randomBytes(16);
  const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
  const proof = await deriveProof(PASSWORD, { salt, memoryKib, passes, parallelism });
  await database.admin`
    select airlock.keep_proof(airlock.make_person(${email}, 'Person', 'operator', true), ${salt}, ${memoryKib}, ${passes}, ${parallelism}, ${proof})`;
  return email;
}

const tryIn = (email: string, browser?: string, password = PASSWORD) =>
  signIn(web, { email, password, client: "test", browser });

async function signedIn(email: string, browser?: string): Promise<SignedIn> {
  const outcome = await tryIn(email, browser);
  return outcome.ok ? outcome.value : expect.fail(outcome.message);
}

/** Wrong passwords until no more are taken. */
async function useUp(email: string, browser?: string): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    expect(await tryIn(email, browser, "a guess")).toMatchObject({ code: "bad_credentials" });
  }
  expect(await tryIn(email, browser)).toMatchObject({ code: "too_many_attempts" });
}

test("whoever was at a browser before its person has none of that person's tries", async () => {
  const [first, person] = [await makePerson(), await makePerson()];
  const { browser: before } = await signedIn(first);
  const { browser: own } = await signedIn(person, before);
  expect(own).not.toBe(before);
  await useUp(person);
  // Nor does the word of the browser as it was buy one.
  expect(await tryIn(person, before, "a guess")).toMatchObject({ code: "too_many_attempts" });
  expect(await tryIn(person, own)).toMatchObject({ ok: true });
});

test("a copy of a browser's word is worth nothing once its person has signed in there again", async () => {
  const person = await makePerson();
  const { browser: copied } = await signedIn(person);
  const { browser: own } = await signedIn(person, copied);
  await useUp(person);
  expect(await tryIn(person, copied)).toMatchObject({ code: "too_many_attempts" });
  expect(await tryIn(person, own)).toMatchObject({ ok: true });
});

test("two tabs that bring the same word both sign in, and whichever word the browser keeps is known", async () => {
  const person = await makePerson();
  const { browser } = await signedIn(person);
  const [one, other] = [await signedIn(person, browser), await signedIn(person, browser)];
  await useUp(person);
  for (const { browser: kept } of [one, other]) expect(await tryIn(person, kept)).toMatchObject({ ok: true });
});

test("a try that fails leaves the word as it was", async () => {
  const person = await makePerson();
  const { browser } = await signedIn(person);
  await tryIn(person, browser, "a guess");
  await useUp(person);
  expect(await tryIn(person, browser)).toMatchObject({ ok: true });
});
