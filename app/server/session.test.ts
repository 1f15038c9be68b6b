import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { currentSession, watchingSession } from "./session.ts";

const sent = new Map<string, string>();
vi.mock("server-only", () => ({}));
vi.mock("./database.ts", () => ({ database: () => database.as("web") }));
vi.mock("next/headers", () => ({
  cookies: async () => ({ get: (name: string) => (sent.has(name) ? { value: sent.get(name) } : undefined) }),
  headers: async () => new Headers(),
}));

const SECRET = "a secret of this test, long enough to be one";
let database: TestDatabase;
let person: TestPerson;
beforeAll(async () => {
  vi.stubEnv("NEXTAUTH_SECRET", SECRET);
  vi.stubEnv("NEXTAUTH_URL", "http://127.0.0.1:3000");
  database = await createTestDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});
beforeEach(async () => {
  sent.clear();
  person = await makePerson(database.admin, "viewer");
  sent.set("airlock.session", await encode({ token: { session: person.session }, secret: SECRET }));
  await database.admin`
    update agents.sessions set last_seen_at = now() - interval '20 minutes' where person_id = ${person.id}`;
});

async function idleMinutes(): Promise<number> {
  const [row] = await database.admin<{ minutes: number }[]>`
    select extract(epoch from now() - last_seen_at)::float8 / 60 as minutes from agents.sessions where person_id = ${person.id}`;
  return Math.round(row?.minutes ?? Number.NaN);
}

it("a page that is painted anew with nobody before it keeps no session alive", async () => {
  sent.set("airlock.unattended", "1");
  expect(await currentSession()).toMatchObject({ ok: true });
  expect(await idleMinutes()).toBe(20);
});

it("a page that looks again by itself keeps none alive either", async () => {
  expect(await watchingSession()).toMatchObject({ ok: true });
  expect(await idleMinutes()).toBe(20);
});

it("control: a page that a person asked for renews it", async () => {
  expect(await currentSession()).toMatchObject({ ok: true });
  expect(await idleMinutes()).toBe(0);
});
