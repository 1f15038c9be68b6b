import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST } from "#app/api/v1/tools/route.ts";
import type { Gateway } from "#app/server/gateway.ts";
import { fingerprint } from "#db/testing/fingerprint.ts";
import { makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { hashDefinition } from "#lib/registry/hash.ts";

vi.mock("server-only", () => ({}));

/** The tool authors' door, as it is served. */
let database: TestDatabase;
let author: TestPerson;
let key: string;
const logged = vi.spyOn(console, "error").mockImplementation(() => {});

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  author = await makePerson(database.admin, "operator");
  key = await issueKey(author);
});
afterEach(() => {
  logged.mockClear();
});
afterAll(async () => {
  const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  vi.unstubAllEnvs();
  await database.drop();
});

async function issueKey(person: TestPerson): Promise<string> {
  const made = makeBearerKey("aak");
  await database.as("web")`
    select agents.fn_issue_author_key(${person.session}, 'test', ${made.prefix}, ${made.secretHash}, 30)`;
  return made.key;
}

let count = 0;
/** A definition that registers as it stands, under a name of its own. */
function definition(more: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1;
  return {
    name: `door_${["alpha", "bravo", "carol", "delta", "echo", "fox", "golf", "hotel", "india", "juliet", "kilo", "lima"][count % 12]}_${count}`,
    description: "Counts the words of a text.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    outputSchema: { type: "string" },
    safetyClass: "read",
    command: ["wc", "-w", "--", { input: "/text" }],
    ...more,
  };
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    error?: { code: string; message: string; details: Record<string, unknown> };
  };
}

async function post(body: unknown, bearer = key): Promise<Answer> {
  const response = await POST(
    new Request("http://airlock.example/api/v1/tools", {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** Refused with that code, nothing in the log of failures, and nothing written. */
async function expectRefused(answer: () => Promise<Answer>, code: string): Promise<Answer> {
  const before = await fingerprint(database.admin);
  const refused = await answer();
  expect(refused.body.error?.code).toBe(code);
  expect(logged).not.toHaveBeenCalled();
  expect(await fingerprint(database.admin)).toEqual(before);
  return refused;
}

describe("registering over HTTP", () => {
  test("a definition becomes a version under review, by the key's person, with the hash that anybody can recompute", async () => {
    const sent = definition();
    const { status, body } = await post({ definition: sent });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        tool: sent.name,
        number: 1,
        state: "review",
        verdict: "ok",
        findings: [],
        page: `/registry/${sent.name}`,
      },
    });
    const [row] = await database.admin<{ contract: never; state: string; author_id: string; source: string }[]>`
      select contract, state, author_id, source from agents.tool_versions where id = ${String(body.versionId)}`;
    expect(row).toMatchObject({ state: "review", author_id: author.id, source: "http" });
    expect(hashDefinition(row?.contract as never)).toBe(body.definitionHash);
    expect(body.descriptionHash).toMatch(/^al1:sha256:/);
  });

  test("a TOOL.md likewise, with lines in its refusals", async () => {
    const front =
      "name: door_md\nsafety_class: read\ninput: { type: object }\noutput: { type: string }\ncommand: [date]";
    expect(await post({ toolMd: `---\n${front}\n---\nSays what day it is.` })).toMatchObject({ status: 201 });
    const { body } = await expectRefused(
      () => post({ toolMd: `---\n${front}\nrisk: low\n---\nSays what day it is.` }),
      "invalid_definition",
    );
    expect(body.error?.message).toContain("TOOL.md:7: risk: There is no field 'risk'.");
  });

  test("code comes as a bundle, is checked against the policy, and is kept under its hash", async () => {
    const bundle = 'export default { execute: async ({ text }) => fetch("https://api.example.com/" + text) };\n';
    const sent = {
      ...definition({ command: undefined, safetyClass: "network", networkAllowlist: ["api.example.com:443"] }),
    };
    expect(await post({ definition: sent, bundle })).toMatchObject({ status: 201 });
    const kept = await database.admin`select 1 from agents.code_bundles where code = ${bundle}`;
    expect(kept).toHaveLength(1);
    const quiet = definition({ command: undefined });
    const refused = await expectRefused(() => post({ definition: quiet, bundle }), "undeclared_capability");
    expect(refused.body.error?.details).toMatchObject({ errors: [{ file: "tool.mjs", line: 1, uses: "fetch" }] });
  });

  test.each<[string, () => unknown, string]>([
    ["both forms at once", () => ({ definition: definition(), toolMd: "x" }), "malformed_request"],
    ["neither form", () => ({ bundle: "x" }), "malformed_request"],
    ["an unknown field beside it", () => ({ definition: definition(), approve: true }), "malformed_request"],
    ["a misspelt field", () => ({ definition: definition({ saftyClass: "read" }) }), "invalid_definition"],
    [
      "code that nobody sent",
      () => ({ definition: definition({ command: undefined, execute: "./execute.ts" }) }),
      "invalid_definition",
    ],
    [
      "the tool of an MCP server",
      () => ({
        definition: definition({
          command: undefined,
          runtime: { kind: "mcp", server: crypto.randomUUID(), config: "a".repeat(64), tool: "x" },
        }),
      }),
      "invalid_definition",
    ],
    [
      "an action type that nobody registered",
      () => ({ definition: definition({ actionType: "cooking:bake" }) }),
      "invalid_definition",
    ],
    [
      "a write tool without idempotency",
      () => ({ definition: definition({ safetyClass: "write" }) }),
      "invalid_definition",
    ],
    [
      "a network tool without hosts",
      () => ({ definition: definition({ safetyClass: "network" }) }),
      "invalid_definition",
    ],
    [
      "10,000 properties",
      () => ({
        definition: definition({
          inputSchema: { properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}])) },
        }),
      }),
      "malformed_request",
    ],
    ["__proto__", () => '{"definition":{"name":"x","__proto__":{}}}', "malformed_request"],
    ["5 MB", () => ({ definition: definition(), bundle: "x".repeat(5_000_000) }), "input_too_large"],
    [
      "a definition of 300 KB in a small enough body",
      () => ({ definition: definition({ other: { text: "x".repeat(300_000) } }) }),
      "invalid_definition",
    ],
  ])("%s is refused and nothing is written", async (_name, body, code) => {
    await expectRefused(() => post(body()), code);
  });

  test("a custom action type is accepted once an admin registered it", async () => {
    const sent = definition({ actionType: "cooking:bake" });
    await expectRefused(() => post({ definition: sent }), "invalid_definition");
    const admin = await makePerson(database.admin, "admin");
    await database.as("web")`select agents.fn_register_action_type(${admin.session}, 'cooking:bake', 'Bakes.')`;
    expect(await post({ definition: sent })).toMatchObject({ status: 201 });
  });

  test("a communication tool registers only when what it needs is kept, and says what it lacks", async () => {
    const sent = definition({
      ...{ category: "communication", networkAllowlist: ["slack.example:443"], permission_level: "read_only" },
      requires: { secrets: ["slack.token", "slack.team"] },
    });
    const silent = { ...sent, requires: undefined };
    const unsaid = await expectRefused(() => post({ definition: silent }), "invalid_definition");
    expect(unsaid.body.error?.details).toMatchObject({ errors: [{ pointer: "/requires" }] });
    // One that reaches nobody needs nobody's credentials.
    const alone = definition({ category: "communication" });
    expect(await post({ definition: alone })).toMatchObject({ status: 201 });
    const admin = await makePerson(database.admin, "admin");
    const keep = (name: string) => database.as("web")`
      select agents.fn_put_secret(${admin.session}, ${name}, ${"ab".repeat(8)}, ${Buffer.alloc(64)})`;
    await keep("slack.team");
    const lacking = await expectRefused(() => post({ definition: sent }), "not_configured");
    expect(lacking.body.error?.details).toEqual({ missing: ["slack.token"] });
    await keep("slack.token");
    expect(await post({ definition: sent })).toMatchObject({ status: 201 });
  });

  test("a name that looks like another's is refused, a new version of its own name is not", async () => {
    const first = definition({ name: "pull_bills" });
    expect(await post({ definition: first })).toMatchObject({ status: 201, body: { number: 1 } });
    await expectRefused(() => post({ definition: { ...first, name: "pu1l_bills" } }), "name_taken");
    await expectRefused(() => post({ definition: { ...first, name: "Pull_Bills" } }), "name_taken");
    expect(await post({ definition: { ...first, description: "Other words." } })).toMatchObject({
      status: 201,
      body: { number: 2 },
    });
  });

  test("what is in force already is no new version", async () => {
    const sent = definition();
    const { body } = await post({ definition: sent });
    const [row] = await database.admin<
      { contract: never }[]
    >`select contract from agents.tool_versions where id = ${String(body.versionId)}`;
    await pinTool(database.admin, row?.contract as never);
    await expectRefused(() => post({ definition: sent }), "wrong_state");
  });

  test("another kind of key, a revoked one, and one of a person who may not write tools are refused", async () => {
    const agent = await makeAgent(database.admin, author.id);
    await expectRefused(() => post({ definition: definition() }, agent.key), "bad_author_key");
    await expectRefused(() => post({ definition: definition() }, makeBearerKey("aak").key), "bad_author_key");
    const leaver = await makePerson(database.admin, "operator");
    const spent = await issueKey(leaver);
    expect(await post({ definition: definition() }, spent), "control: it works").toMatchObject({ status: 201 });
    await database.admin`update agents.people set role = 'viewer' where id = ${leaver.id}`;
    await expectRefused(() => post({ definition: definition() }, spent), "not_permitted");
    await database.admin`update agents.author_keys set revoked_at = now() where person_id = ${leaver.id}`;
    await expectRefused(() => post({ definition: definition() }, spent), "bad_author_key");
  });
});
