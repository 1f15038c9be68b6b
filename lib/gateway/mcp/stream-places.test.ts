import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAgent } from "#db/testing/fixtures.ts";
import { ADDRESS, type McpDoor, openMcpDoor } from "./door.fixture.ts";

let door: McpDoor;
beforeAll(async () => {
  door = await openMcpDoor();
});
afterAll(() => door.close());

const MOST = 8;
const hang = (key: string) => door.fetch(new Request(ADDRESS, { headers: { Accept: "text/event-stream" } }), key);
const listen = (key: string) =>
  door.post("subscriptions/listen", { notifications: { toolsListChanged: true } }, { key });
const opened = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

test("no key has more streams open than it may, and each that ends makes room", async () => {
  const { key } = await makeAgent(door.database.admin, door.owner.id);
  const streams = await Promise.all(Array.from({ length: MOST }, () => hang(key)));
  expect(streams.map(({ status }) => status)).toEqual(Array(MOST).fill(200));
  expect(await opened(hang(key))).toBe(429);
  await Promise.all(streams.map(({ body }) => body?.cancel()));
  await expect.poll(() => opened(hang(key)), { timeout: 5_000 }).toBe(200);
});

test.each([
  ["GET", hang],
  ["subscriptions/listen", listen],
] as const)("a stream that fails to open by %s takes no place of its key", async (_by, open) => {
  const { key } = await makeAgent(door.database.admin, door.owner.id);
  const { admin } = door.database;
  await admin`revoke execute on function agents.fn_tool_set_of_agent from airlock_gateway`;
  for (let n = 0; n < MOST; n += 1) await expect(open(key)).rejects.toThrow();
  await admin`grant execute on function agents.fn_tool_set_of_agent to airlock_gateway`;
  expect(await opened(open(key))).toBe(200);
});
