import { createHash } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readSession } from "#lib/sessions/read-session.ts";
import { authOptions } from "./auth-options.ts";

vi.mock("server-only", () => ({}));
vi.mock("./database.ts", () => ({ database: () => database.as("web") }));

const SECRET = "a secret of this test, long enough to be one";
let database: TestDatabase;
let person: TestPerson;
beforeAll(async () => {
  vi.stubEnv("NEXTAUTH_SECRET", SECRET);
  vi.stubEnv("NEXTAUTH_URL", "http://127.0.0.1:3000");
  database = await createTestDatabase();
  person = await makePerson(database.admin, "operator");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

/** `POST /api/auth/signout` as next-auth handles it, with the cookie of this session. Gives the cookies it sets. */
async function postSignOut(session: string): Promise<string> {
  const csrf = "c".repeat(64);
  const csrfHash = createHash("sha256").update(`${csrf}${SECRET}`).digest("hex");
  const cookie = await encode({ token: { session }, secret: SECRET });
  const set: string[] = [];
  const request = {
    method: "POST",
    query: { nextauth: ["signout"] },
    headers: { host: "127.0.0.1:3000" },
    cookies: { "airlock.session": cookie, "next-auth.csrf-token": `${csrf}|${csrfHash}` },
    body: { csrfToken: csrf, json: "true" },
  } as unknown as NextApiRequest;
  const response = {
    status: () => response,
    getHeader: () => undefined,
    setHeader: (_name: string, value: string | string[]) => set.push(String(value)),
    json: () => undefined,
    send: () => undefined,
    end: () => undefined,
  } as unknown as NextApiResponse;
  await NextAuth(request, response, authOptions());
  return set.join();
}

describe("next-auth's own way out", () => {
  it("ends the session in the database, so that a copy of the cookie opens nothing", async () => {
    expect(await readSession(database.as("web"), person.session)).toMatchObject({ ok: true });
    expect(await postSignOut(person.session)).toContain("airlock.session=;");
    expect(await readSession(database.as("web"), person.session)).toMatchObject({ ok: false, code: "bad_session" });
  });

  it("goes the same way, without an error, when the session is dead already", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await postSignOut(person.session)).toContain("airlock.session=;");
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });
});
