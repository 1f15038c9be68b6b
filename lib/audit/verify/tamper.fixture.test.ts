import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { asOwner, clearLog, readGuards } from "./tamper.fixture.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("whoever tampers as owner leaves every guard of the log as it was, so that later tests meet the real ones", async () => {
  const { admin } = database;
  const before = await readGuards(admin);
  expect(before.map(({ name }) => name)).toContain("audit_lanes_kept");
  await asOwner(admin, async (sql) => {
    const during = await readGuards(sql);
    expect(during.map(({ enabled }) => enabled)).toEqual(during.map(() => "D"));
  });
  await clearLog(admin);
  expect(await readGuards(admin)).toEqual(before);
  await expect(admin`delete from audit.lanes where lane = 0`).rejects.toThrow();
});
