import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { contractOf, pinTool } from "#db/testing/fixtures.ts";
import { type McpGround, NO_NETWORK, openMcpGround } from "#lib/dispatch/mcp-ground.fixture.ts";
import { CHECKS_NOT_APPLYING, NOT_APPLYING } from "./conformance-reasons.fixture.ts";
import { McpEndpoint } from "./serve.ts";
import { serveOn } from "./serve-on.fixture.ts";

/** The suites of `@modelcontextprotocol/conformance` against the endpoint on a socket, with a real dispatcher and sandbox behind it. */
let ground: McpGround;
let feed: ChangeFeed;
let server: Server;
let url: string;
const reported: unknown[] = [];

beforeAll(async () => {
  ground = await openMcpGround();
  feed = await openChangeFeed(ground.gateway, "airlock_events");
  const folder = ground.folder("conformance", "conformance-server.ts");
  const policy = { filesystem: { read: [`${folder}/**`], write: [] }, network: NO_NETWORK, exec: "deny" as const };
  const connected = await ground.connect(
    "test",
    { kind: "stdio", argv: ["node", join(folder, "conformance-server.ts")] },
    policy,
  );
  const { tools } = await ground.listingOf(connected);
  for (const { upstream } of tools) await ground.importAndApprove(connected, upstream);
  await pinTool(ground.database.admin, contractOf({ name: "json_schema_2020_12_tool", inputSchema: SCHEMA_2020_12 }));
  // The suite gives these half a second, and looks whether the answer comes with questions to the client or with logs. That the input does
  // not fit is an answer like any other.
  for (const name of ["test_streaming_elicitation", "test_logging_tool"]) {
    await pinTool(ground.database.admin, contractOf({ name, inputSchema: { type: "object", required: ["x"] } }));
  }
  const endpoint = new McpEndpoint((error) => void reported.push(error));
  const gateway = { sql: ground.gateway, feed, sayers: { hooks: [] } };
  server = createServer(serveOn({ fetch: (request) => endpoint.serve(gateway, ground.agent.key, request) }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await feed.close();
  await ground.close();
});

/** As the suite describes it. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  additionalProperties: false,
  ...(JSON.parse(`{
    "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
    "then": { "required": ["phone"] },
    "else": { "required": ["email"] }
  }`) as Record<string, unknown>),
};

const SUITES = fileURLToPath(new URL("../../../node_modules/@modelcontextprotocol", import.meta.url));

/** What became of each check, a scenario. */
type Results = ReadonlyMap<string, readonly Check[]>;
interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

async function run(suite: string, version: string, which: readonly string[] = ["--suite", "all"]): Promise<Results> {
  const out = mkdtempSync(join(tmpdir(), "airlock-conformance-"));
  const wanted = ["--url", url, ...which, "--spec-version", version, "-o", out];
  // Its exit code counts what does not apply as well; the results are read one by one instead.
  await new Promise<void>((resolve) => {
    const args = [join(SUITES, suite, "dist/index.js"), "server", ...wanted];
    execFile(process.execPath, args, { cwd: out, maxBuffer: 64 * 1024 * 1024 }, () => resolve());
  });
  const results = readdirSync(out).map((folder): [string, Check[]] => [
    folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""),
    JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as Check[],
  ]);
  rmSync(out, { recursive: true, force: true });
  return new Map(results);
}

/** The suite gives some answers half a second by the clock, which a busy machine may not have: what failed is tried again by itself. */
async function runPatiently(suite: string, version: string): Promise<Results> {
  const results = new Map(await run(suite, version));
  for (let tries = 0; tries < 4; tries += 1) {
    for (const [scenario, checks] of results) {
      if (NOT_APPLYING.has(scenario) || failuresOf(checks).length === 0) continue;
      const again = await run(suite, version, ["--scenario", scenario]);
      results.set(scenario, again.get(scenario) ?? checks);
    }
  }
  return results;
}

function failuresOf(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ id, status }) => status === "FAILURE" && !CHECKS_NOT_APPLYING.has(id));
}

const RUNS = [
  { suite: "conformance", version: "2025-11-25", passing: 9 },
  { suite: "conformance-next", version: "2025-11-25", passing: 9 },
  { suite: "conformance-next", version: "2026-07-28", passing: 12 },
] as const;

describe("the protocol's conformance suite", () => {
  let all: Results[];
  beforeAll(async () => {
    all = await Promise.all(RUNS.map(({ suite, version }) => runPatiently(suite, version)));
  }, 240_000);

  test.each(RUNS.map((each, at) => ({ ...each, at })))(
    "$suite, $version: everything that applies passes",
    ({ at, passing }) => {
      const results = all[at] ?? new Map<string, readonly Check[]>();
      const applying = [...results].filter(([scenario]) => !NOT_APPLYING.has(scenario));
      const failed = applying.flatMap(([scenario, checks]) =>
        failuresOf(checks).map(({ id, errorMessage }) => ({ scenario, id, errorMessage })),
      );
      expect(failed).toEqual([]);
      const passed = applying.filter(([, checks]) => checks.some(({ status }) => status === "SUCCESS"));
      expect(passed.length).toBeGreaterThanOrEqual(passing);
    },
  );

  test("nothing is said not to apply that passes", () => {
    for (const scenario of NOT_APPLYING.keys()) {
      const outcomes = all.flatMap((results) => results.get(scenario) ?? []).map(({ status }) => status);
      expect([scenario, outcomes.some((status) => status !== "SUCCESS")]).toEqual([scenario, true]);
    }
    const failing = new Set(
      all
        .flatMap((results) => [...results.values()].flat())
        .flatMap(({ id, status }) => (status === "FAILURE" ? [id] : [])),
    );
    expect([...CHECKS_NOT_APPLYING.keys()].filter((id) => !failing.has(id))).toEqual([]);
  });

  test("the documentation gives the reason for each", () => {
    const page = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
    const named = [...NOT_APPLYING, ...CHECKS_NOT_APPLYING];
    expect(named.filter(([name, reason]) => !page.includes(`\`${name}\``) || !page.includes(reason))).toEqual([]);
  });

  test("nothing of this was a bug", () => {
    expect(reported).toEqual([]);
  });
});
