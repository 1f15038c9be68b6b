import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { listSettings } from "./list-settings.ts";
import { setSetting } from "./set-setting.ts";

let database: TestDatabase;
let web: Sql;
let admin: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  admin = await makePerson(database.admin, "admin");
});
afterAll(() => database.drop());

const set = (person: TestPerson, value: number, reason = "It takes longer.", name = "approval_minutes_high") =>
  attempt(() => setSetting(web, person.session, name, value, reason));
const read = async () => (await listSettings(web)).find(({ name }) => name === "approval_minutes_high");

describe("a setting", () => {
  it("is changed by an admin with a reason, and says by whom and when", async () => {
    expect(await read()).toMatchObject({ value: 15, least: 5, most: 1440, unit: "minutes", changedBy: null });
    expect(await set(admin, 20)).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ value: 20, changedBy: expect.stringContaining("admin") });
    expect((await read())?.changedAt).not.toBeNull();
  });

  it.each([
    [4, "invalid_input"],
    [1441, "invalid_input"],
    [10.5, "invalid_input"],
    [Number.NaN, "invalid_input"],
  ])("stays as it is when it is set to %s", async (value, code) => {
    const before = await read();
    expect(await set(admin, value)).toMatchObject({ ok: false, code });
    expect(await read()).toEqual(before);
  });

  it("is refused without a reason, without the role, and under a name that is none", async () => {
    expect(await set(admin, 30, " ")).toMatchObject({ ok: false, code: "reason_required" });
    expect(await set(admin, 30, "x", "no_such_setting")).toMatchObject({ ok: false, code: "not_found" });
    for (const role of ["viewer", "operator", "reviewer"] as const) {
      expect(await set(await makePerson(database.admin, role), 30), role).toMatchObject({
        ok: false,
        code: "not_permitted",
      });
    }
  });
});
