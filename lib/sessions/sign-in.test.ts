import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { done } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { deriveProof, NEW_PROOF_PARAMETERS } from "./derive-proof.ts";
import { openProver, type Prover } from "./open-prover.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

const PASSWORD = "correct horse battery";

const prove = openProver();
let database: TestDatabase;
let web: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "production");
  web = database.as("web", 4);
});
afterAll(() => database.drop());

beforeEach(async () => {
  // Each test guesses as if nobody else did: what new browsers may try is counted together.
  await database.admin`delete from agents.sign_in_attempts`;
});

async function makePerson(): Promise<string> {
  const email = `p${randomBytes(4).toString("hex")}@example.test`;
  const salt = randomBytes(16);
  const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
  const proof = await deriveProof(PASSWORD, { salt, memoryKib, passes, parallelism });
  await database.admin`
    select airlock.keep_proof(airlock.make_person(${email}, 'Person', 'operator', true), ${salt}, ${memoryKib}, ${passes}, ${parallelism}, ${proof})`;
  return email;
}

const tryIn = (email: string, browser?: string, password = PASSWORD, by = prove) =>
  signIn(web, by, { email, password, client: "test", browser });

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

describe("many tries at once", () => {
  const lots = { timeout: 20_000 };
  const flood = (by: Prover) =>
    Array.from({ length: 50 }, (_, n) => tryIn(`nobody${n}@example.test`, undefined, "a guess", by));

  /** Derives when it is told to, and counts how many proofs are under way. */
  function openHeldProver(open: (derive: typeof deriveProof) => Prover = openProver) {
    const held: (() => void)[] = [];
    const seen = { underWay: 0, most: 0, derived: 0 };
    const by = open(async (password, parameters) => {
      seen.underWay += 1;
      seen.derived += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      await new Promise<void>((go) => held.push(go));
      const proof = await deriveProof(password, parameters);
      seen.underWay -= 1;
      return proof;
    });
    return { by, held, seen };
  }

  test("derive one proof at a time and refuse what no line has room for, and a known browser has a line of its own", async () => {
    const person = await makePerson();
    const { browser } = await signedIn(person);
    const { by, held, seen } = openHeldProver();
    const strangers = flood(by);
    const refused: string[] = [];
    for (const stranger of strangers)
      void stranger.then((end) => !end.ok && end.code === "too_many_attempts" && refused.push(tellSender(end)));
    await vi.waitFor(() => expect([refused.length, held.length]).toEqual([34, 1]), lots);
    expect([...new Set(refused)], "who wrote no wrong password is not sent away for fifteen minutes").toEqual([
      "Many people are signing in at this moment. Wait a minute and try again; after five wrong passwords, or ten wrong codes, wait fifteen.",
    ]);

    const known = tryIn(person, browser, PASSWORD, by);
    await vi.waitFor(() => expect(held).toHaveLength(2), lots);
    held.pop()?.();
    expect(await known, "while the other line stands still").toMatchObject({ ok: true });

    const going = setInterval(() => held.pop()?.(), 1);
    const ends = await Promise.all(strangers);
    clearInterval(going);
    expect(ends.filter((end) => !end.ok && end.code === "bad_credentials")).toHaveLength(16);
    expect(seen).toEqual({ underWay: 0, most: 2, derived: 17 });
  });

  test("control: without lines they derive all at once", async () => {
    const { by, held } = openHeldProver(
      (derive) => async (_asker, password, parameters) => done(await derive(password, parameters)),
    );
    const strangers = flood(by);
    await vi.waitFor(() => expect(held).toHaveLength(50), lots);
    for (const go of held) go();
    await Promise.all(strangers);
  });

  test("leave room for others when they have ended, also by an error", async () => {
    const by = openProver(() => Promise.reject(new Error("no memory")));
    for (let n = 0; n < 20; n += 1)
      await expect(
        by("unknown", "x", { salt: randomBytes(16), memoryKib: 64, passes: 1, parallelism: 1 }),
      ).rejects.toThrow("no memory");
  });

  test("derive nothing once the address is closed, or all new browsers together have had their tries", async () => {
    const person = await makePerson();
    await useUp(person);
    const { by, seen } = openHeldProver();
    expect(await tryIn(person, undefined, PASSWORD, by)).toMatchObject({ code: "too_many_attempts" });
    await database.admin`
      insert into agents.sign_in_attempts (id, email_hash, proof_hash, at, txid)
      select airlock.new_id(), sha256(convert_to(n::text, 'UTF8')), '', clock_timestamp(), pg_current_xact_id() from generate_series(1, 30) n`;
    expect(await tryIn("nobody@example.test", undefined, PASSWORD, by)).toMatchObject({ code: "too_many_attempts" });
    expect(seen.derived).toBe(0);
  });
});
