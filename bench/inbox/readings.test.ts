import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openClients } from "../drive-clients.ts";
import { makeScene } from "../scene/make-scene.ts";
import { openScene } from "../scene/open-scene.ts";
import { fillInbox } from "./fill-inbox.ts";
import { measureVisible } from "./measure-visible.ts";
import { inboxReadings, READINGS, viewerOf } from "./readings.ts";

/** What is measured is what is meant. How fast is not asked here. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "bench");
  await makeScene(database.admin);
  await fillInbox(database, 100);
});
afterAll(() => database.drop());

test("every reading fills its page with calls that really wait", async () => {
  const readings = await inboxReadings(database);
  for (const metric of READINGS) await readings[metric](database.as("web"), 0, 0);
});

test("a page that follows the hints sees a call that was asked for", async () => {
  const gateway = await openClients(database.urls.gateway, 1);
  try {
    const { callers } = await openScene(database.admin, gateway.sql);
    const once = { rounds: 1, asks: 1, signal: new AbortController().signal };
    const times = await measureVisible(database, await viewerOf(database), callers[0]?.key ?? "", once);
    expect(times).toEqual([[expect.any(Number)]]);
  } finally {
    await gateway.end();
  }
});
