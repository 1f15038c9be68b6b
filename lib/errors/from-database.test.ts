import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { attempt } from "./attempt.ts";

/** What the server itself raises, as it really arrives, and what a caller hears of it. */
let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.admin;
});
afterAll(async () => {
  await database.drop();
});

const raised = (state: string) =>
  attempt(() => sql.unsafe(`do $$ begin raise exception using errcode = '${state}', message = 'secret words'; end $$`));

describe("a value that its type cannot hold", () => {
  test.each([
    ["a NUL in a text", () => sql`select ${"a\u0000b"}::text`],
    ["no uuid", () => sql`select ${"1"}::text::uuid`],
    ["no uuid, told to the driver", () => sql`select ${"1"}::uuid`],
    ["an integer past its range", () => sql`select ${"2147483648"}::text::int`],
    ["a NUL in JSON", () => sql`select ${'{"a":"\\u0000"}'}::text::jsonb`],
    ["half a surrogate pair in JSON", () => sql`select ${'{"a":"\\ud800"}'}::text::jsonb`],
    ["JSON without an end", () => sql`select ${"{"}::text::jsonb`],
    ["JSON that is too deep to read", () => sql`select ${"[".repeat(100_000)}::text::jsonb`],
    ["a number that is too large", () => sql`select ${"1e999999"}::text::numeric`],
    ["a time that never is", () => sql`select ${"300000-01-01"}::text::timestamptz`],
  ])("is the caller's to mend: %s", async (_, send) => {
    expect(await attempt(send)).toEqual({
      ok: false,
      code: "malformed_request",
      message: "The request could not be read.",
    });
  });

  test("is our own mistake when a function of ours made it", async () => {
    await sql.unsafe(
      "create function airlock.careless(p text) returns int language plpgsql as 'begin return p::int; end'",
    );
    await expect(attempt(() => sql`select airlock.careless('x')`)).rejects.toMatchObject({ code: "22P02" });
    await sql.unsafe("create function airlock.careless_too(p text) returns int language sql as 'select p::int'");
    await expect(attempt(() => sql`select airlock.careless_too('x')`)).rejects.toMatchObject({ code: "22P02" });
  });
});

test.each(["53300", "53100", "57014", "57P01", "57P05", "25006", "25P03", "08006"])(
  "no room, no time or no connection is said to be that: %s",
  async (state) => {
    expect(await raised(state)).toMatchObject({ ok: false, code: "database_unavailable" });
  },
);

test.each(["40001", "40P01", "55P03"])("two who collide are asked to try again: %s", async (state) => {
  expect(await raised(state)).toMatchObject({ ok: false, code: "busy" });
});

test.each(["XX000", "23505", "42501", "P0001", "22012"])("what is a bug is thrown on: %s", async (state) => {
  await expect(raised(state)).rejects.toMatchObject({ code: state });
});

test("what the server says in its own words reaches nobody", async () => {
  for (const state of ["53300", "40001", "57014"]) {
    expect(JSON.stringify(await raised(state))).not.toContain("secret words");
  }
});

test("a connection that the server has left is unavailable, whichever word the system has for it", async () => {
  for (const code of ["EPIPE", "ECONNRESET", "ENOENT", "CONNECTION_CLOSED"]) {
    const gone = Object.assign(new Error(`write ${code}`), { code });
    expect(await attempt(() => Promise.reject(gone))).toMatchObject({ ok: false, code: "database_unavailable" });
  }
});
