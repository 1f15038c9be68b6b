import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Gateway } from "#app/server/gateway.ts";
import { callRoute } from "#app/server/testing/call-route.ts";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  spoilt,
  type TestAgent,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import * as sdk from "#lib/sdk/index.ts";

vi.mock("server-only", () => ({}));

/** The SDK against the routes as they are: examples of docs/sdk.md, and what it promises about retries. */
let database: TestDatabase;
let agent: TestAgent;
const house = new AbortController();
const folder = mkdtempSync(join(tmpdir(), "airlock-sdk-"));
let busy: Promise<unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  const { publicKey } = generateKeyPairSync("x25519");
  writeFileSync(join(folder, "outputs.pub"), publicKey.export({ type: "spki", format: "pem" }));
  vi.stubEnv("AIRLOCK_OUTPUTS_PUBLIC_KEY", join(folder, "outputs.pub"));
  const owner = await makePerson(admin, "operator");
  const ana = await makePerson(admin, "operator");
  agent = await makeAgent(admin, owner.id, "restricted");
  await pinTool(admin, contractOf({ name: "read_note" }));
  await pinTool(admin, contractOf({ name: "write_note", egressClass: "write", safetyClass: "write" }));
  await pinTool(admin, contractOf({ name: "forbidden_note", category: "terminal", actionType: "exec:command" }));
  await pinTool(admin, contractOf({ name: "measure", runtime: { kind: "external" } }));
  busy = Promise.all([approveAll(database.as("web"), ana.session), runAll(database.as("worker"))]);
});
afterAll(async () => {
  house.abort();
  await busy;
  const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** A person who says yes to everything, a little later. */
async function approveAll(web: Sql, session: string): Promise<void> {
  while (!house.signal.aborted) {
    const waiting = await web<{ kind: string; subject: string; id: string; revision: number; digest: string }[]>`
      select subject_kind as kind, subject_id as subject, id, revision, digest from agents.approvals where status = 'pending'`;
    for (const { kind, subject, id, revision, digest } of waiting) {
      if (kind === "invocation")
        await web`select agents.fn_approve_tool_invocation(${session}, ${subject}, ${revision}, ${digest}, 'Fine.')`;
      else await web`select agents.fn_decide_review(${session}, ${id}, ${digest}, 'approve', 'Fine.')`;
    }
    await sleep(30);
  }
}

/** A dispatcher whose tools say what they were given, and how often each ran. */
const runs = new Map<string, number>();
async function runAll(worker: Sql): Promise<void> {
  const id = await registerWorker(worker);
  while (!house.signal.aborted) {
    const [row] = await worker<{ claim: { id: string; fence: number; input: string } | null }[]>`
      select agents.fn_claim_tool_invocation(${id}, 30) as claim`;
    const claim = row?.claim;
    if (claim?.fence) {
      runs.set(claim.input, (runs.get(claim.input) ?? 0) + 1);
      const raw = sealForTest(claim.id, Buffer.from(claim.input));
      await worker`
        select agents.fn_complete_tool_invocation(${id}, ${claim.id}, ${claim.fence}, 'completed', ${raw.sealed}, ${claim.input}::text::jsonb, '[]', '{}',
          null, null, null, ${raw.sealedTo}, ${raw.digest}, false)`;
    } else await sleep(20);
  }
}

const overRoutes = ((input: string, init?: RequestInit) => callRoute(new Request(input, init))) as typeof fetch;

const examples = readFileSync(join(PROJECT_ROOT, "docs", "sdk.md"), "utf8")
  .split(/^## /m)
  .flatMap((section) =>
    [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""], at) => ({
      name: `${section.split("\n")[0]}, ${at + 1}`,
      code,
    })),
  );

describe("docs/sdk.md", () => {
  test("has examples", () => expect(examples.length).toBeGreaterThan(8));

  test.each(examples)(
    "$name runs as it stands",
    async ({ code }) => {
      const own = /const airlock =/.test(code);
      const plain = stripTypeScriptTypes(code).replace(/^import .*$/gm, "");
      // An example that makes no client of its own goes on with the first one.
      const whole = own
        ? plain
        : `const airlock = new Airlock({ url: process.env.AIRLOCK_URL, key: process.env.AIRLOCK_KEY });\n${plain}`;
      const given = {
        Airlock: class extends sdk.Airlock {
          constructor(options: sdk.AirlockOptions) {
            super({ ...options, fetch: overRoutes });
          }
        },
        ToolDenied: sdk.ToolDenied,
        assert,
        console: { log: () => {} },
        process: { env: { AIRLOCK_URL: "http://gateway.test", AIRLOCK_KEY: agent.key } },
      };
      const run = new Function(...Object.keys(given), `return (async () => {${whole}\n})()`) as (
        ...values: unknown[]
      ) => Promise<void>;
      await run(...Object.values(given));
    },
    60_000,
  );
});

function client(fetch: typeof globalThis.fetch, more: Partial<sdk.AirlockOptions> = {}): sdk.Airlock {
  return new sdk.Airlock({ url: "http://gateway.test", key: agent.key, fetch, ...more });
}

test("an answer that is lost is asked for again, and the call ran once", async () => {
  let lost = 0;
  const losing = (async (input: string, init?: RequestInit) => {
    const response = await overRoutes(input, init);
    if (init?.method === "POST" && lost < 2) {
      lost += 1;
      throw new TypeError("fetch failed");
    }
    return response;
  }) as typeof fetch;
  const name = crypto.randomUUID();
  expect(await client(losing).call("read_note", { name })).toEqual({ name });
  expect([lost, runs.get(JSON.stringify({ name }))]).toEqual([2, 1]);
});

test("a key that is dead ends all of a batch, after each has settled", async () => {
  const dead = client(overRoutes, { key: spoilt(agent.key), retries: 0 });
  const call = { tool: "read_note", input: {} };
  const failed = await dead.callAll([call, call]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(sdk.SomeFatal);
  expect((failed as sdk.SomeFatal).results.map(({ ok }) => ok)).toEqual([false, false]);
});

test("an external tool that fails is reported as failed, in cleaned words, and its agent hears it once", async () => {
  let ran = 0;
  const airlock = client(overRoutes, {
    external: {
      measure: () => {
        ran += 1;
        throw new Error("The sensor\u202e is gone.");
      },
    },
  });
  const failed = await airlock.call("measure", { sensor: "roof" }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: "CallFailed", outcome: "failed", code: "tool_failed" });
  expect((failed as Error).message).not.toContain("\u202e");
  expect(ran).toBe(1);
});

test("the report of an external tool is sent again until it is taken, the same each time, and the tool ran once", async () => {
  const reports: string[] = [];
  let ran = 0;
  const losing = (async (input: string, init?: RequestInit) => {
    if (!input.endsWith("/complete")) return overRoutes(input, init);
    reports.push(String(init?.body));
    // Once nobody answers, once the answer is lost, once something is wrong over there.
    if (reports.length === 1) throw new TypeError("fetch failed");
    const response = await overRoutes(input, init);
    if (reports.length === 2) throw new TypeError("fetch failed");
    return reports.length === 3 ? new Response("{}", { status: 500 }) : response;
  }) as typeof fetch;
  const measure = () => {
    ran += 1;
    return { celsius: 21 };
  };
  const airlock = client(losing, { external: { measure }, retries: 0 });
  expect(await airlock.call("measure", { sensor: "attic" })).toEqual({ celsius: 21 });
  expect([ran, new Set(reports).size, reports.length]).toEqual([1, 1, 4]);
});

test.each([
  ["is refused", () => "x".repeat(3_000_000)],
  ["cannot be written", () => 1n],
])("an external tool whose result %s is never said to have failed: it is left to its lease", async (_how, output) => {
  const sent: unknown[] = [];
  let id = "";
  const noting = (async (input: string, init?: RequestInit) => {
    if (input.endsWith("/complete")) sent.push(JSON.parse(String(init?.body)).status);
    return overRoutes(input, init);
  }) as typeof fetch;
  const airlock = client(noting, { external: { measure: output }, retries: 0 });
  const failed = await airlock
    .call("measure", { sensor: "well" }, { onAsked: (asked) => (id = asked.id) })
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: "CallFailed", outcome: "unknown" });
  expect(sent).not.toContain("failed");
  expect(await airlock.read(id)).toMatchObject({ status: "running" });
});

test("an external tool runs once, however often its call is waited for at the same time in one process", async () => {
  const inputs: unknown[] = [];
  const measure = async (input: unknown) => {
    inputs.push(input);
    await sleep(300);
    return { celsius: 21 };
  };
  const airlock = client(overRoutes, { external: { measure } });
  const call = { tool: "measure", input: { sensor: "pool" }, idempotencyKey: crypto.randomUUID() };
  const ends = await airlock.callAll([call, call, call]);
  expect(inputs).toEqual([{ sensor: "pool" }]);
  expect(ends).toEqual(Array(3).fill({ ok: true, output: { celsius: 21 } }));
});

test("an external tool whose result was not taken is not run again by who takes the call up again", async () => {
  let ran = 0;
  let id = "";
  const measure = () => {
    ran += 1;
    return 1n;
  };
  const airlock = client(overRoutes, { external: { measure }, retries: 0 });
  const call = airlock.call("measure", { sensor: "mast" }, { onAsked: (asked) => (id = asked.id) });
  await expect(call).rejects.toMatchObject({ outcome: "unknown" });
  await expect(airlock.resume(id, { signal: AbortSignal.timeout(500) })).rejects.toThrow();
  expect(ran).toBe(1);
});

test("a client that cannot run an external tool leaves its call to one that can", async () => {
  let id = "";
  const call = client(overRoutes).call("measure", { sensor: "door" }, { onAsked: (asked) => (id = asked.id) });
  await expect(call).rejects.toMatchObject({ code: "external_tool_missing" });
  const able = client(overRoutes, { external: { measure: () => ({ celsius: 21 }) } });
  expect(await able.resume(id, { signal: AbortSignal.timeout(5_000) })).toEqual({ celsius: 21 });
});

test("a report of another runner is late, and is not told the fence", async () => {
  const airlock = client(overRoutes);
  const { id } = await airlock.ask("measure", { sensor: "gate" });
  const runner = crypto.randomUUID();
  const send = (path: string, body?: object) =>
    overRoutes(`http://gateway.test/api/v1/invocations/${id}${path}`, {
      headers: { Authorization: `Bearer ${agent.key}`, "Content-Type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
  await send(`?runner=${runner}`);
  const stranger = await send("/complete", { runner: crypto.randomUUID(), fence: 7, status: "completed", output: 1 });
  expect([stranger.status, await stranger.json()]).toEqual([
    409,
    { error: expect.objectContaining({ code: "lease_lost", details: { status: "running" } }) },
  ]);
});

test("it is one file without anything of Node's: bundled for a browser it works with fetch, streams and randomUUID alone", async () => {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, "lib", "sdk", "index.ts")],
    ...{ bundle: true, write: false, platform: "browser", format: "iife", globalName: "airlockSdk" },
  });
  const { createContext, runInContext } = await import("node:vm");
  const name = crypto.randomUUID();
  const globals = {
    fetch: overRoutes,
    crypto: { randomUUID: () => crypto.randomUUID() },
    AbortController,
    AbortSignal,
  };
  const language = { TextDecoder, URLSearchParams, setTimeout, clearTimeout };
  const context = createContext({ ...globals, ...language, key: agent.key, name });
  const output = await (runInContext(
    `${outputFiles[0]?.text}; new airlockSdk.Airlock({ url: "http://gateway.test", key }).call("read_note", { name })`,
    context,
  ) as Promise<unknown>);
  expect(output).toEqual({ name });
});
