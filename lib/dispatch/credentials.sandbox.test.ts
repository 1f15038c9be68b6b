import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { keepSecret, retireSecret } from "#lib/secrets/keep-secret.ts";
import { BundleStore } from "./bundle-store.ts";
import type { LogShipping } from "./call-log.ts";
import { Worker } from "./worker.ts";

const FILE_VALUE = "canary-in-a-file-7c1d";
const HEADER_VALUE = "canary-in-a-header-90ab";
const FETCHED_VALUE = "canary-that-was-fetched-33f0";
const EVERYTHING: LogShipping = {
  ...{ enabled: true, shipRawLogs: true, maxLogBytes: 65_536, collectionTimeoutSeconds: 5 },
};

const { publicKey, privateKey } = generateKeyPairSync("x25519");
const seen: string[] = [];
const site = createServer((request, response) => {
  seen.push(String(request.headers.authorization));
  response.end(`you sent ${request.headers.authorization}`);
});
const logged: string[] = [];
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let feed: ChangeFeed;
let home: string;
let sandbox: SandboxRuntime;
let worker: Worker;
let admin: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 4);
  feed = await openChangeFeed(gateway, "airlock_events");
  admin = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, admin.id);
  home = mkdtempSync(join(tmpdir(), "airlock-credentials-"));
  sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home, pool: true });
  const sql = database.as("worker", 6);
  // Stands for a vault's command line: prints the value that goes with a reference.
  const fetch = [
    process.execPath,
    "-e",
    `if (process.argv[1] === 'kv/forge') console.log('${FETCHED_VALUE}'); else process.exit(2)`,
    "{reference}",
  ];
  worker = new Worker({
    seal: sealForTest,
    sql,
    workshop: {
      ...{ sandbox, home, workspaces: join(home, "workspaces"), bundles: new BundleStore(sql, join(home, "bundles")) },
      credentials: { key: privateKey, fetch },
      logs: { sink: (line) => void logged.push(line), shipping: EVERYTHING },
    },
    slots: 2,
    log: (line) => void logged.push(line),
  });
  await worker.start();
  await keepSecret(web, admin.session, publicKey, "forge", { kind: "value", value: FILE_VALUE });
  await keepSecret(web, admin.session, publicKey, "api", { kind: "value", value: HEADER_VALUE });
  await keepSecret(web, admin.session, publicKey, "vaulted", { kind: "reference", reference: "kv/forge" });
});
afterAll(async () => {
  await worker.stop();
  await sandbox.close();
  await feed.close();
  await database.drop();
  site.close();
  rmSync(home, { recursive: true, force: true });
});

async function call(code: string, overrides: Partial<ToolContract>): Promise<AgentView> {
  const bundle = `import fs from "node:fs"; export default { async execute() { ${code} } };`;
  const sha256 = createHash("sha256").update(bundle).digest("hex");
  const contract = contractOf({ runtime: { kind: "bundle", sha256 }, ...overrides });
  await pinTool(database.admin, contract, bundle);
  const asked = await ask(gateway, agent.key, { tool: contract.name, input: {} });
  if (!asked.ok) throw new Error(asked.message);
  const view = await waitForEnd(gateway, feed, agent.key, asked.value.id, 30, new AbortController().signal);
  if (!view.ok) throw new Error(view.message);
  return view.value;
}

/** Everything that the database keeps, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await database.admin<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('agents', 'audit')`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.admin.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
      // Bytes are printed as hex.
      return rows
        .map(({ row }) =>
          row.replaceAll(/\\\\?\\x([0-9a-f]+)/g, (_, hex) => Buffer.from(hex, "hex").toString("latin1")),
        )
        .join("\n");
    }),
  );
  return texts.join("\n");
}

test("a tool reads its credential as a file and uses one that it never holds; neither is kept, logged or returned anywhere", async () => {
  const { port } = site.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const view = await call(
    `const value = fs.readFileSync("/run/secrets/forge", "utf8");
     console.log("stdout", value); console.error("stderr", value);
     const answer = await fetch("http://${host}/").then((response) => response.text());
     return { value, encoded: Buffer.from("user:" + value).toString("base64"), answer, length: value.length,
       files: fs.readdirSync("/run/secrets"), environment: JSON.stringify(process.env), argv: process.argv };`,
    {
      ...{ safetyClass: "network", egressClass: "read_only", category: "web", actionType: "web:fetch" },
      policy: { network: { mode: "allowlist", hosts: [host] } },
      requires: {
        secrets: ["forge", "api"],
        headers: [{ secret: "api", host, header: "authorization", prefix: "Bearer " }],
      },
    },
  );
  expect(view).toMatchObject({ status: "completed", output: { length: FILE_VALUE.length, files: ["forge"] } });
  // The control: it held the one, and the other reached the server.
  expect(seen).toEqual([`Bearer ${HEADER_VALUE}`]);
  const kept = [await wholeDatabase(), ...logged, JSON.stringify(view)].join("\n");
  expect(kept).toContain("[credential]");
  for (const canary of [FILE_VALUE, HEADER_VALUE]) {
    expect(kept).not.toContain(canary);
    expect(kept).not.toContain(Buffer.from(canary).toString("base64").slice(4, -4));
  }
});

test("one kept as a reference is fetched when the call runs", async () => {
  const view = await call(`return { length: fs.readFileSync("/run/secrets/vaulted", "utf8").length };`, {
    requires: { secrets: ["vaulted"] },
  });
  expect(view).toMatchObject({ status: "completed", output: { length: FETCHED_VALUE.length } });
});

test("a call whose credential was withdrawn does not run, and says which it is", async () => {
  await keepSecret(web, admin.session, publicKey, "gone", { kind: "value", value: "to-be-withdrawn" });
  const contract: Partial<ToolContract> = { requires: { secrets: ["gone"] } };
  expect(await call(`return 1;`, contract)).toMatchObject({ status: "completed" });
  await retireSecret(web, admin.session, "gone", "It leaked.");
  const [tool] = await database.admin<{ name: string }[]>`
    select name from agents.tools_registry order by created_at desc limit 1`;
  const asked = await ask(gateway, agent.key, { tool: tool?.name ?? "", input: {} });
  const view = await waitForEnd(
    gateway,
    feed,
    agent.key,
    asked.ok ? asked.value.id : "",
    30,
    new AbortController().signal,
  );
  expect(view).toMatchObject({ ok: true, value: { status: "failed", errorCode: "secret_unavailable" } });
  expect(view.ok && view.value.reason).toContain("gone");
});
