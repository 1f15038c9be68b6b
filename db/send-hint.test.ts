import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChangeFeed } from "./change-feed.ts";
import { sendHint } from "./send-hint.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a thousand changes at once are told in a few hints, and the last change is told after it", async () => {
  const gateway = database.as("gateway");
  const feed = await openChangeFeed(database.as("worker"), "airlock_work");
  let heard = 0;
  feed.follow(() => {
    heard += 1;
  });
  for (let change = 0; change < 1_000; change += 1) sendHint(gateway, "airlock_work");
  await feed.next(5_000);
  await sleep(200);
  expect(heard).toBeGreaterThan(0);
  expect(heard).toBeLessThanOrEqual(3);
  const later = feed.next(5_000);
  const before = heard;
  sendHint(gateway, "airlock_work");
  await later;
  expect(heard).toBeGreaterThan(before);
  await feed.close();
});

test("a hint that cannot be sent is nobody's error", async () => {
  const gateway = database.as("gateway");
  await gateway.end();
  sendHint(gateway, "airlock_events");
  await sleep(50);
});
