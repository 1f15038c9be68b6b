import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { asOneWatchdog } from "#db/testing/one-watchdog.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { done } from "#lib/errors/outcome.ts";
import { addChannel, type ChannelTarget } from "#lib/notifications/channels/add-channel.ts";
import { testChannel } from "#lib/notifications/channels/change-channel.ts";
import { listChannels } from "#lib/notifications/channels/list-channels.ts";
import { listDeliveries } from "#lib/notifications/list-deliveries.ts";
import { openNotifierKey } from "#lib/notifications/notifier-key.ts";
import { startSmtpServer } from "#lib/notifications/testing/smtp-server.ts";
import { NEWS } from "#lib/notifications/vocabulary.ts";
import { answerWith, startHookServer } from "#lib/webhooks/testing/hook-server.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { startCourier } from "./courier.ts";

/** Against real servers on this machine. */
const CANARY = "CANARY-of-the-arguments";
const DASHBOARD = "https://airlock.example.test";

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let boss: TestPerson;
let agent: TestAgent;
let tool: TestTool;
let home: string;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 1);
  boss = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, boss.id);
  tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  home = mkdtempSync(join(tmpdir(), "airlock-courier-"));
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});
beforeEach(async () => {
  await database.admin`truncate agents.notification_channels, agents.notification_deliveries, agents.notification_cursor`;
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const keyFile = () => join(home, "notices-key.pem");

async function add(target: ChannelTarget) {
  const sealing = { key: () => done(createPublicKey(openNotifierKey(keyFile()))), addresses: { plainLoopback: true } };
  const channel = { name: "to be told", target, news: NEWS, leastTier: "low" } as const;
  const added = await addChannel(web, boss.session, sealing, channel);
  if (!added.ok) throw new Error(added.message);
  return added.value;
}

async function ask(): Promise<string> {
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ CANARY, n: randomUUID() })}, ${tool.definitionHash}, '[]', ${CANARY}) ->> 'id' as id`;
  await hint();
  return row?.id ?? "";
}

/** What the gateway tells after its commit. */
const hint = () => database.admin`select pg_notify('airlock_events', '')`;

function bring(options: { smtp?: string; timeoutMs?: number; key?: ReturnType<typeof openNotifierKey> } = {}) {
  const courier = startCourier({
    databaseUrl: database.urls.housekeeper,
    settings: {
      key: options.key ?? openNotifierKey(keyFile()),
      dashboard: DASHBOARD,
      mail: options.smtp ? { url: options.smtp, from: "airlock@example.test" } : undefined,
      addresses: { plainLoopback: true },
      timeoutMs: options.timeoutMs ?? 5_000,
    },
    leaseSeconds: 60,
    log: () => {},
  });
  ending.push(() => courier.stop());
  return courier;
}

async function startHook(answer: Parameters<typeof startHookServer>[0]) {
  const hook = await startHookServer(answer);
  ending.push(() => hook.close());
  return hook;
}

const deliveries = async () => (await listDeliveries(web, {})).items;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 45_000, interval: 30 });
/** Time passes: what waits for its next try, or is leased to somebody, is due. */
const elapse = async () => {
  await database.admin`update agents.notification_deliveries set next_at = now() where state = 'waiting'`;
  await hint();
};

/** As docs/operations.md tells receivers to. */
function verifies(key: string, header: string, body: string): boolean {
  const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) <= 300;
  return fresh && createHmac("sha256", key).update(`${time}.${body}`).digest("hex") === mac;
}

test("webhook, Slack and mail are told of a held call: facts and a link, signed, and nothing of its arguments", async () => {
  const hook = await startHook(answerWith(200));
  const slack = await startHook(answerWith(200));
  const smtp = await startSmtpServer();
  ending.push(() => smtp.close());
  const { signingKey } = await add({ kind: "webhook", url: hook.url });
  await add({ kind: "slack", url: `${slack.url}/services/T0/B0/x` });
  await add({ kind: "email", audience: "owner" });
  bring({ smtp: smtp.url });
  const id = await ask();
  await eventually(async () =>
    expect((await deliveries()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]),
  );

  const [posted] = hook.received;
  expect(JSON.parse(posted?.body ?? "")).toMatchObject({
    ...{ version: 1, news: "approval_required", tool: tool.name, agent: agent.name, tier: "medium" },
    link: `${DASHBOARD}/approvals?id=${id}`,
  });
  const header = String(posted?.headers["airlock-signature"]);
  expect(verifies(signingKey ?? "", header, posted?.body ?? "")).toBe(true);
  expect(verifies(signingKey ?? "", header, `${posted?.body} `)).toBe(false);
  expect(verifies("alw_other", header, posted?.body ?? "")).toBe(false);
  expect(slack.received[0]?.path).toBe("/hook/services/T0/B0/x");
  expect(slack.received[0]?.headers["airlock-signature"]).toBeUndefined();
  expect(smtp.mails).toMatchObject([{ to: [expect.stringMatching(/^admin\d+@example\.test$/)] }]);
  const everything = JSON.stringify([hook.received, slack.received, smtp.mails]);
  expect(everything).toContain(tool.name);
  expect(everything).not.toContain(CANARY);
});

test("a target that answers 500 hears of it again under the same id, and the log says so", async () => {
  const hook = await startHook((response, number) => response.writeHead(number === 1 ? 500 : 200).end());
  await add({ kind: "webhook", url: hook.url });
  bring();
  await ask();
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([
      { state: "waiting", attempts: 1, lastStatus: 500, lastError: "The target answered 500." },
    ]),
  );
  await elapse();
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2, lastStatus: 200 }]),
  );
  const [first, second] = hook.received.map(({ headers, body }) => [headers["airlock-delivery"], body]);
  expect(first).toEqual(second);
  expect((await listChannels(web))[0]?.last).toMatchObject({ state: "sent", attempts: 2 });
});

test("after eight tries it is given up", async () => {
  const hook = await startHook(answerWith(503));
  await add({ kind: "webhook", url: hook.url });
  await ask();
  bring();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ attempts: 1, lastStatus: 503 }]));
  await database.admin`update agents.notification_deliveries set attempts = 7`;
  await elapse();
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: "failed", attempts: 8, nextAt: null }]),
  );
});

test("a target that does not answer holds up neither the other channels nor the end of the courier", async () => {
  const silent = await startHook(() => {});
  const quick = await startHook(answerWith(200));
  await add({ kind: "webhook", url: silent.url });
  await add({ kind: "slack", url: quick.url });
  const courier = bring({ timeoutMs: 60_000 });
  for (let n = 0; n < 6; n += 1) await ask();
  await eventually(() => expect(quick.received).toHaveLength(6));
  await eventually(() => expect(silent.received).toHaveLength(4));
  await courier.stop();
  expect((await deliveries()).filter(({ state }) => state === "waiting")).toHaveLength(6);
});

test("one that takes too long is a failure that is tried again", async () => {
  const silent = await startHook(() => {});
  await add({ kind: "webhook", url: silent.url });
  bring({ timeoutMs: 200 });
  await ask();
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([
      { state: "waiting", attempts: 1, lastError: "The target did not answer in time." },
    ]),
  );
});

test("two couriers bring everything, and nothing twice", async () => {
  const hook = await startHook(answerWith(200));
  await add({ kind: "webhook", url: hook.url });
  bring();
  bring();
  const calls: string[] = [];
  for (let n = 0; n < 20; n += 1) calls.push(await ask());
  await eventually(async () => {
    const all = await deliveries();
    expect([all.length, all.filter(({ state }) => state === "sent").length]).toEqual([20, 20]);
  });
  const told = hook.received.map(({ body }) => (JSON.parse(body) as { subject: { id: string } }).subject.id);
  expect(told.sort()).toEqual(calls.sort());
});

test("a housekeeper killed in the middle of a delivery leaves it to the next, under the same id", () =>
  asOneWatchdog(killInTheMiddle));

async function killInTheMiddle() {
  const hook = await startHook((response, number) => {
    if (number > 1) response.writeHead(200).end();
  });
  await add({ kind: "webhook", url: hook.url });
  const child = startHousekeeper();
  await ask();
  await eventually(() => expect(hook.received).toHaveLength(1));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  bring();
  await elapse();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]));
  const [first, second] = hook.received.map(({ headers }) => headers["airlock-delivery"]);
  expect(first).toBe(second);
}

/** The process itself, as `up` starts it. */
function startHousekeeper(): ChildProcess {
  const child = spawn(process.execPath, ["scripts/housekeeper/main.ts"], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: passEnvironment({
      AIRLOCK_DB_HOUSEKEEPER_URL: database.urls.housekeeper,
      AIRLOCK_NOTICES_KEY: keyFile(),
      AIRLOCK_PLAIN_WEBHOOKS: "loopback",
      NEXTAUTH_URL: DASHBOARD,
    }),
  });
  ending.push(async () => child.kill("SIGKILL"));
  return child;
}

test("a test goes out at once, and one that cannot be opened or has no mail server says why", async () => {
  const hook = await startHook(answerWith(200));
  const { id } = await add({ kind: "webhook", url: hook.url });
  const { id: mail } = await add({ kind: "email", audience: "target", address: "ops@example.test" });
  const courier = bring();
  for (const channel of [id, mail]) await testChannel(web, boss.session, channel);
  await eventually(async () =>
    expect((await deliveries()).map(({ state, news, lastError }) => [state, news, lastError])).toEqual([
      ["waiting", "test", expect.stringContaining("AIRLOCK_SMTP_URL")],
      ["sent", "test", null],
    ]),
  );
  await courier.stop();
  await testChannel(web, boss.session, id);
  bring({ key: generateKeyPairSync("x25519").privateKey });
  await eventually(async () =>
    expect((await deliveries())[0]).toMatchObject({
      state: "waiting",
      lastError: expect.stringContaining("is sealed to"),
    }),
  );
  expect(hook.received).toHaveLength(1);
});
