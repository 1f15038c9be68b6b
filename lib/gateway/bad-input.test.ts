import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as postCancel } from "#app/api/v1/invocations/[id]/cancel/route.ts";
import { GET as readStatus } from "#app/api/v1/invocations/[id]/route.ts";
import { POST as postInvocation } from "#app/api/v1/invocations/route.ts";
import { GET as listTools } from "#app/api/v1/tools/route.ts";
import type { Gateway } from "#app/server/gateway.ts";
import { fingerprint } from "#db/testing/fingerprint.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { ERRORS } from "#lib/errors/codes.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

vi.mock("server-only", () => ({}));

/** The agent-facing routes, as they are served, given what no client should send. */
let database: TestDatabase;
let agent: TestAgent;
let ownerId: string;
let tool: string;
const logged = vi.spyOn(console, "error").mockImplementation(() => {});

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  ownerId = (await makePerson(database.admin, "admin")).id;
  agent = await makeAgent(database.admin, ownerId);
  const properties = {
    text: { type: "string", maxLength: 262_144 },
    number: { type: "number" },
    list: { type: "array" },
  };
  const contract = contractOf({ inputSchema: { type: "object", properties, additionalProperties: false } });
  tool = (await pinTool(database.admin, contract)).name;
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

const URL_OF_DOOR = "http://airlock.example/api/v1/invocations";

interface Answer {
  readonly status: number;
  /** The refusal's code, or nothing when it was no refusal. */
  readonly code?: string;
}

async function read(response: Response): Promise<Answer> {
  const body = (await response.json()) as { error?: { code: string; message: string; details: unknown } };
  if (!body.error) return { status: response.status };
  const { code, message, details } = body.error;
  expect(Object.keys(ERRORS)).toContain(code);
  expect(response.status).toBe(ERRORS[code as keyof typeof ERRORS].status);
  expect([typeof message, typeof details]).toEqual(["string", "object"]);
  return { status: response.status, code };
}

async function post(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}): Promise<Answer> {
  const request = new Request(URL_OF_DOOR, {
    method: "POST",
    headers: { authorization: `Bearer ${agent.key}`, "content-type": "application/json", ...headers },
    body: body as BodyInit,
    // What a stream of unknown length needs to be sent at all.
    ...({ duplex: "half" } as object),
  });
  return read(await postInvocation(request));
}

const envelope = (input: string, more = "") => `{"tool":"${tool}","input":${input}${more}}`;
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Refused with that code, nothing in the log of failures, and nothing written. */
async function expectRefused(answer: () => Promise<Answer>, code: string): Promise<void> {
  const before = await fingerprint(database.admin);
  expect(await answer()).toMatchObject({ code });
  expect(logged).not.toHaveBeenCalled();
  expect(await fingerprint(database.admin)).toEqual(before);
}

test("control: a plain call is taken and written", async () => {
  const before = await fingerprint(database.admin);
  expect(await post(envelope('{"text":"x","number":9007199254740991}'))).toEqual({ status: 202 });
  expect(await fingerprint(database.admin)).not.toEqual(before);
});

describe("a body", () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

  test.each<[string, () => string | Uint8Array, string]>([
    ["that is empty", () => "", "malformed_request"],
    ["that is not JSON", () => "tool=x", "malformed_request"],
    ["that ends too early", () => envelope("{").slice(0, -1), "malformed_request"],
    ["with something behind it", () => `${envelope("{}")} {}`, "malformed_request"],
    ["that is null", () => "null", "malformed_request"],
    ["that is a list", () => `[${envelope("{}")}]`, "malformed_request"],
    ["with a byte order mark", () => bytes([0xef, 0xbb, 0xbf], envelope("{}")), "malformed_request"],
    ["that is not UTF-8", () => bytes(`{"tool":"${tool}","input":{"text":"`, [0xff, 0xfe], '"}}'), "malformed_request"],
    [
      "with an overlong NUL",
      () => bytes(`{"tool":"${tool}","input":{"text":"`, [0xc0, 0x80], '"}}'),
      "malformed_request",
    ],
    [
      "with half a surrogate pair in bytes",
      () => bytes(`{"tool":"${tool}","input":{"text":"`, [0xed, 0xa0, 0x80], '"}}'),
      "malformed_request",
    ],
    ["in UTF-16", () => Buffer.from(envelope("{}"), "utf16le"), "malformed_request"],
    ["with an unknown field", () => envelope("{}", ',"agentId":"x"'), "malformed_request"],
    ["that asks for a bypass", () => envelope("{}", ',"bypassApproval":true'), "malformed_request"],
    ["with a key twice", () => envelope("{}", ',"tool":"other"'), "malformed_request"],
    ["without a tool", () => '{"input":{}}', "malformed_request"],
    ["without an input", () => `{"tool":"${tool}"}`, "malformed_request"],
    ["with a tool that is a number", () => '{"tool":1,"input":{}}', "malformed_request"],
    ["with a tool that is a path", () => '{"tool":"../x","input":{}}', "malformed_request"],
    ["with a tool nobody has", () => '{"tool":"no_such_tool","input":{}}', "unknown_tool"],
    ["of more than the limit", () => envelope(`{"text":"${"x".repeat(300_000)}"}`), "input_too_large"],
    ["whose input is 256 KiB and a byte", () => envelope(`{"text":"${"x".repeat(262_145 - 11)}"}`), "input_too_large"],
    ["whose input is a list", () => envelope("[]"), "malformed_request"],
    ["whose input is a number", () => envelope("1"), "malformed_request"],
    ["whose input is a string", () => envelope('"x"'), "malformed_request"],
    ["whose input is null", () => envelope("null"), "malformed_request"],
    ["with an escaped NUL", () => envelope('{"text":"\\u0000"}'), "malformed_request"],
    ["with a raw NUL", () => envelope('{"text":"\u0000"}'), "malformed_request"],
    ["with a high surrogate alone", () => envelope('{"text":"\\ud800"}'), "malformed_request"],
    ["with a low surrogate alone", () => envelope('{"text":"\\udc00x"}'), "malformed_request"],
    ["with half a pair in a key", () => envelope('{"\\ud800":1}'), "malformed_request"],
    ["with a number past 2^53", () => envelope('{"number":9007199254740993}'), "malformed_request"],
    ["with a number past every double", () => envelope('{"number":1e400}'), "malformed_request"],
    ["with a number that JSON has not", () => envelope('{"number":NaN}'), "malformed_request"],
    ["with an argument twice", () => envelope('{"number":1,"number":2}'), "malformed_request"],
    ["with an argument twice, once escaped", () => envelope('{"text":"a","te\\u0078t":"b"}'), "malformed_request"],
    ["nested deeper than the envelope may be", () => envelope(`{"list":${nested(60)}}`), "malformed_request"],
    ["nested deeper than an input may be", () => envelope(`{"list":${nested(34)}}`), "invalid_input"],
    ["nested without end", () => envelope(`{"list":${nested(100_000)}}`), "malformed_request"],
    ["that does not fit the tool's schema", () => envelope('{"text":1}'), "invalid_input"],
    ["with an argument the tool has not", () => envelope('{"other":1}'), "invalid_input"],
    ["with an empty idempotency key", () => envelope("{}", ',"idempotencyKey":""'), "malformed_request"],
    [
      "with an idempotency key of 256",
      () => envelope("{}", `,"idempotencyKey":"${"k".repeat(256)}"`),
      "malformed_request",
    ],
    [
      "with an idempotency key that holds a NUL",
      () => envelope("{}", ',"idempotencyKey":"a\\u0000"'),
      "malformed_request",
    ],
    ["with a session id of a book", () => envelope("{}", `,"sessionId":"${"s".repeat(10_000)}"`), "malformed_request"],
    [
      "with a justification of a book",
      () => envelope("{}", `,"justification":"${"j".repeat(10_000)}"`),
      "malformed_request",
    ],
    ["with half a pair in its justification", () => envelope("{}", ',"justification":"\\ud800"'), "malformed_request"],
    ["that waits for ever", () => envelope("{}", ',"waitSeconds":86400'), "malformed_request"],
    ["that waits for less than nothing", () => envelope("{}", ',"waitSeconds":-1'), "malformed_request"],
    ["that waits for a list", () => envelope("{}", ',"waitSeconds":[]'), "malformed_request"],
    ["that waits for true", () => envelope("{}", ',"waitSeconds":true'), "malformed_request"],
  ])("%s is refused, and nothing is written", async (_, body, code) => {
    await expectRefused(() => post(body()), code);
  });

  test("that is sent as something else than JSON is refused", async () => {
    await expectRefused(() => post(envelope("{}"), { "content-type": "text/plain" }), "malformed_request");
  });

  test("that never ends is read no further than the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    await expectRefused(() => post(endless), "input_too_large");
    expect(sent).toBeLessThan(1_000_000);
  });

  test("that breaks off is refused and is no failure of ours", async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error("aborted"));
      },
    });
    await expectRefused(() => post(broken), "malformed_request");
  });

  test("of any JSON at all gives a refusal of the table or a call", async () => {
    const field = fc.constantFrom("tool", "input", "idempotencyKey", "sessionId", "waitSeconds", "justification", "x");
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.constant(tool), fc.object());
    const body = fc.oneof(
      fc.jsonValue().map((json) => JSON.stringify(json)),
      fc.dictionary(field, value).map((json) => JSON.stringify({ tool, input: {}, ...json, waitSeconds: 0 })),
      fc.string({ unit: "binary" }),
    );
    const property = fc.asyncProperty(body, async (text) => {
      const { status } = await post(text);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 300, seed: 20_261_116 });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe("a key", () => {
  const asking = (authorization: string) => () => post(envelope("{}"), { authorization });

  test.each<[string, () => string]>([
    ["that is missing", () => ""],
    ["without its scheme", () => agent.key],
    ["of another scheme", () => `Basic ${agent.key}`],
    ["given twice", () => `Bearer ${agent.key} ${agent.key}`],
    ["cut short", () => `Bearer ${agent.key.slice(0, -1)}`],
    ["with a wrong letter", () => `Bearer ${agent.key.slice(0, -1)}${agent.key.endsWith("0") ? "1" : "0"}`],
    ["of a book", () => `Bearer ${"x".repeat(8_000)}`],
    ["that nobody holds", () => `Bearer ${makeBearerKey("alk").key}`],
  ])("%s is refused, and nothing is written", async (_, header) => {
    await expectRefused(asking(header()), "bad_agent_key");
  });

  test.each(["revoked_at = now()", "expires_at = now()"])("with %s is refused at every door", async (change) => {
    const spent = await makeAgent(database.admin, ownerId);
    const headers = { authorization: `Bearer ${spent.key}` };
    expect(await post(envelope("{}"), headers), "control: it works").toEqual({ status: 202 });
    await database.admin.unsafe(`update agents.agent_keys set ${change} where agent_id = '${spent.id}'`);
    const params = Promise.resolve({ id: agent.id });
    await expectRefused(() => post(envelope("{}"), headers), "bad_agent_key");
    await expectRefused(async () => read(await listTools(new Request(URL_OF_DOOR, { headers }))), "bad_agent_key");
    await expectRefused(
      async () => read(await readStatus(new Request(URL_OF_DOOR, { headers }), { params })),
      "bad_agent_key",
    );
    await expectRefused(
      async () => read(await postCancel(new Request(URL_OF_DOOR, { headers, method: "POST" }), { params })),
      "bad_agent_key",
    );
  });
});

describe("the id of a call", () => {
  test.each([
    "",
    "1",
    "not-a-uuid",
    "00000000-0000-0000-0000-000000000000",
    "a\u0000b",
    "'; drop table agents.people; --",
    "x".repeat(10_000),
  ])("that names none is not found: %j", async (id) => {
    const headers = { authorization: `Bearer ${agent.key}` };
    const params = Promise.resolve({ id });
    await expectRefused(
      async () => read(await readStatus(new Request(URL_OF_DOOR, { headers }), { params })),
      "not_found",
    );
    await expectRefused(
      async () => read(await postCancel(new Request(URL_OF_DOOR, { headers, method: "POST" }), { params })),
      "not_found",
    );
  });

  test("of another agent is not found either", async () => {
    const other = await makeAgent(database.admin, ownerId);
    const [call] = await database.admin<
      { id: string }[]
    >`select id from agents.tool_invocations where agent_id = ${agent.id} limit 1`;
    const headers = { authorization: `Bearer ${other.key}` };
    const params = Promise.resolve({ id: call?.id ?? "" });
    await expectRefused(
      async () => read(await readStatus(new Request(URL_OF_DOOR, { headers }), { params })),
      "not_found",
    );
  });

  test.each([
    "waitSeconds=-1",
    "waitSeconds=56",
    "waitSeconds=NaN",
    "waitSeconds=1.5",
    "waitSeconds=x",
    "waitSeconds=",
    "waitSeconds=0x1",
    "wait=1",
  ])("is not waited for with %s", async (query) => {
    const headers = { authorization: `Bearer ${agent.key}` };
    const [call] = await database.admin<
      { id: string }[]
    >`select id from agents.tool_invocations where agent_id = ${agent.id} limit 1`;
    const params = Promise.resolve({ id: call?.id ?? "" });
    await expectRefused(
      async () => read(await readStatus(new Request(`${URL_OF_DOOR}?${query}`, { headers }), { params })),
      "malformed_request",
    );
  });
});
