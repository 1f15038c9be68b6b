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

test("what concerns two channels is told on both by one statement", async () => {
  const gateway = database.as("gateway");
  const feeds = await Promise.all(
    (["airlock_work", "airlock_events"] as const).map((channel) => openChangeFeed(database.as("worker"), channel)),
  );
  const heard = feeds.map((feed) => feed.next(5_000));
  const statements: string[] = [];
  const debug = gateway.options.debug;
  gateway.options.debug = (_connection, query) => statements.push(query);
  sendHint(gateway, "airlock_work");
  sendHint(gateway, "airlock_events");
  await Promise.all(heard);
  gateway.options.debug = debug;
  expect(statements.filter((query) => query.includes("pg_notify"))).toHaveLength(1);
  await Promise.all(feeds.map((feed) => feed.close()));
});

test("what a connection does after a hint waits for the disk again", async () => {
  const gateway = database.as("gateway", 1);
  const feed = await openChangeFeed(database.as("worker"), "airlock_events");
  const heard = feed.next(5_000);
  sendHint(gateway, "airlock_events");
  await heard;
  expect(await gateway`select current_setting('synchronous_commit') as waits`).toEqual([{ waits: "on" }]);
  await feed.close();
});

test("a hint that cannot be sent is nobody's error", async () => {
  const gateway = database.as("gateway");
  await gateway.end();
  sendHint(gateway, "airlock_events");
  await sleep(50);
});
