/**
 * Against: a request that makes the gateway fail, and an answer that the document does not tell of. Requests are made from the document,
 * right and spoilt; each answer is held against it.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openApiDocument } from "#lib/gateway/openapi/document.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { keepOutputKey, outputKeyFile, outputSealingKeyFile } from "#lib/outputs/output-keys.ts";
import { arbitraryRequest, type RandomRequest } from "../doors/arbitrary-requests.ts";
import { createJudge, type Received } from "../doors/judge-answer.ts";
import { RoutesProcess } from "../doors/routes-process.ts";
import { openOwnHome } from "../own-home.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

const AT_ONCE = 8;

export const requests: SoakPromise = {
  name: "requests",
  says: "Whatever is sent to the agents' door, it never fails, and every answer is one that its document tells of.",
  means:
    "Random requests over HTTP to the routes in a process of their own, made from `/api/v1/openapi.json` and spoilt in part: agents' keys " +
    "that are live, may only look, are revoked, a tool author's; tools that run, wait, are external, do not exist; bodies of the wrong shape, " +
    "too long, too deep, no JSON. 5xx is a violation, and so is a status, type, code or field that the document does not have.",
  rounds: { full: 5_000, short: 400 },
  run: (trial) => sendRequests(trial),
};

/** The control answers for the gateway. */
export async function sendRequests(
  { rounds, seed, say, signal }: Trial,
  instead?: (received: Received) => Received,
): Promise<TrialResult> {
  const database = await createTestDatabase();
  const home = openOwnHome("requests");
  keepOutputKey(outputKeyFile(home.path));
  const door = await RoutesProcess.start({
    databaseUrl: database.urls.gateway,
    sealingKey: outputSealingKeyFile(outputKeyFile(home.path)),
  });
  try {
    const material = await arrange(database);
    const { operations, judge } = createJudge(openApiDocument());
    const violations: string[] = [];
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    const drawn = fc.sample(arbitraryRequest(operations, material), { seed, numRuns: rounds });
    const next = drawn.values();
    const send = async () => {
      for (const request of next) {
        signal.throwIfAborted();
        const received = await receive(door.address, request);
        const answer = instead ? instead(received) : received;
        const wrong = judge(request, answer);
        if (wrong) violations.push(wrong);
        else if (answer.status < 300) reached.add(`${request.method} ${request.template}`);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        // An incident that the agent tells of freezes it, and whatever came after would be refused at the door.
        if (request.template.endsWith("/outcome")) await material.letGoOn();
        const { id } = readId(answer.text);
        if (id) material.asked.push(id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    say(
      `answers by status: ${[...statuses]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(", ")}`,
    );
    const answered = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    const figures = { operations: operations.length, succeeded: reached.size, done: answered, statuses: statuses.size };
    return { rounds, violations, figures };
  } finally {
    await door.stop();
    await database.drop();
    home.remove();
  }
}

async function receive(address: string, { method, path, headers, body }: RandomRequest): Promise<Received> {
  const leave = new AbortController();
  const response = await fetch(`${address}${path}`, {
    method,
    headers,
    signal: leave.signal,
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) return { status: response.status, type, text: await response.text() };
  const reader = response.body?.getReader();
  const first = await reader?.read();
  leave.abort();
  return { status: response.status, type, text: new TextDecoder().decode(first?.value) };
}

function readId(text: string): { id?: string } {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === "string" && id.length === 36 ? { id } : {};
  } catch {
    return {};
  }
}

async function arrange({ admin, as }: TestDatabase) {
  await admin`update agents.settings set value = most where name in ('key_requests_second', 'key_requests_burst')`;
  const owner = await makePerson(admin, "operator");
  const [agent, other] = [await makeAgent(admin, owner.id), await makeAgent(admin, owner.id)];
  const looking = makeBearerKey("alk");
  const revoked = makeBearerKey("alk");
  await admin`select airlock.make_agent_key(${agent.id}, 'look', ${looking.prefix}, ${looking.secretHash}, 30, null, true)`;
  await admin`select airlock.make_agent_key(${agent.id}, 'gone', ${revoked.prefix}, ${revoked.secretHash}, 30, null)`;
  await admin`update agents.agent_keys set revoked_at = now() where prefix = ${revoked.prefix}`;
  const author = makeBearerKey("aak");
  await as(
    "web",
  )`select agents.fn_issue_author_key(${owner.session}, 'soak', ${author.prefix}, ${author.secretHash}, 30)`;
  const tools = await Promise.all([
    pinTool(admin, contractOf()),
    pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" })),
    pinTool(admin, contractOf({ runtime: { kind: "external" } })),
    pinTool(admin, contractOf({ idempotency: "required" })),
  ]);
  const asked: string[] = [randomUUID()];
  return {
    asked,
    letGoOn: () => admin`update agents.agents set frozen_at = null, frozen_reason = null where frozen_at is not null`,
    ids: () => asked.slice(-50),
    keys: [...Array<string>(8).fill(agent.key), other.key, looking.key, revoked.key, author.key, author.key],
    tools: tools.map(({ name }) => name),
  };
}
