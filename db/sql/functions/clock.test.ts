import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LoginName } from "#db/logins.ts";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { letRunBlocks } from "#db/testing/let-run-blocks.ts";
import { makeStepUp } from "#db/testing/proof-fixtures.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";

/**
 * A caller chooses how long a message of several statements, or a block, lasts: the statement's time stands still for all of it,
 * commits within it or not. What ends meanwhile has ended all the same.
 */
interface Trial {
  readonly login: LoginName;
  /** What is called at the end of the message. */
  readonly call: string;
  /** What ends while the message lasts: a row of a table, by its column. */
  readonly ends: readonly [table: string, where: string, column?: string];
  readonly refused: string;
}

/** Where each of them is judged. */
const JUDGES = [
  "airlock.person_of_session",
  "airlock.proves_key",
  "airlock.author_of_key",
  "airlock.use_step_up",
  "airlock.decidable_invocation",
  "agents.fn_decide_review",
  "airlock.is_still_due",
  "agents.fn_set_up",
];

let database: TestDatabase;
let careless: TestDatabase;
beforeAll(async () => {
  [database, careless] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const judge of JUDGES) await takeOut(careless.admin, judge, "clock_timestamp()", "statement_timestamp()");
});
afterAll(async () => {
  await Promise.all([database.drop(), careless.drop()]);
});

async function idOf(sql: Promise<readonly { id: string }[]>): Promise<string> {
  const [row] = await sql;
  if (!row) throw new Error("nothing was made");
  return row.id;
}

async function arrange({ admin, as }: TestDatabase): Promise<Record<string, Trial>> {
  const [web, gateway, worker] = [as("web", 1), as("gateway", 1), as("worker", 1)];
  const owner = await makePerson(admin, "operator");
  const brief = await makePerson(admin, "operator");
  const ana = await makePerson(admin, "operator");
  const newcomer = await makePerson(admin, "viewer");
  const agent = await makeAgent(admin, owner.id);
  const spent = await makeAgent(admin, owner.id);
  const [free, held, money] = await Promise.all([
    pinTool(admin, contractOf()),
    pinTool(admin, contractOf({ safetyClass: "write", egressClass: "write" })),
    pinTool(admin, contractOf({ safetyClass: "financial", egressClass: "write" })),
  ]);
  await admin`update agents.settings set value = 1 where name = 'step_up'`;
  const asked = async ({ name, definitionHash }: typeof free) => {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${name}, ${JSON.stringify({ n: randomBytes(4).toString("hex") })},
        ${definitionHash}, '[]', 'effect') ->> 'id' as id`;
    const [call] = await admin<{ id: string; digest: string }[]>`
      select id, binding_digest as digest from agents.tool_invocations where id = ${row?.id ?? ""}`;
    if (!call) throw new Error("no call");
    return call;
  };
  const card = await asked(held);
  const payment = await asked(money);
  const released = await asked(free);
  const proof = await makeStepUp(admin, ana.id, { subject: payment.id, digest: payment.digest }, "passkey");
  const author = makeBearerKey("aak");
  await web`select agents.fn_issue_author_key(${owner.session}, 'test', ${author.prefix}, ${author.secretHash}, 30)`;
  const run = await idOf(gateway`select agents.fn_ask_team_run(${agent.key}, 'team', '{}') ->> 'id' as id`);
  const [review] = await admin<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_id = ${run}`;
  const workerId = await registerWorker(worker);
  const link = randomBytes(32).toString("base64url");
  await admin`
    insert into agents.setup_links (token_hash, person_id, expires_at)
    values (sha256(convert_to(${link}, 'UTF8')), ${newcomer.id}, now() + interval '1 hour')`;
  const approve = (call: typeof card, stepUp: string) =>
    `select agents.fn_approve_tool_invocation('${ana.session}', '${call.id}', 1, '${call.digest}', 'Because.', null, ${stepUp})`;
  const ask = `'${spent.key}', '${free.name}', '{}', '${free.definitionHash}', '[]', 'effect'`;
  const asks = JSON.stringify([
    { key: spent.key, tool: free.name, input: "{}", definitionHash: free.definitionHash, checks: [], effect: "effect" },
  ]);
  const ofSpent = ["agents.agent_keys", `agent_id = '${spent.id}'`] as const;
  return {
    "a session": {
      login: "web",
      call: `select agents.fn_session('${brief.session}')`,
      ends: ["agents.sessions", `person_id = '${brief.id}'`],
      refused: "AL001",
    },
    "an agent's key": {
      login: "gateway",
      call: `select agents.fn_agent_of_key('${spent.key}')`,
      ends: ofSpent,
      refused: "AL004",
    },
    "an agent's key that asks": {
      login: "gateway",
      call: `select agents.fn_invoke_tool(${ask})`,
      ends: ofSpent,
      refused: "AL004",
    },
    "an agent's key that asks among others": {
      login: "gateway",
      call: `select refused ->> 'state' as refused from agents.fn_invoke_tools('${asks}')`,
      ends: ofSpent,
      refused: "AL004",
    },
    "an author's key": {
      login: "gateway",
      call: `select agents.fn_registration_terms('${author.key}')`,
      ends: ["agents.author_keys", `prefix = '${author.prefix}'`],
      refused: "AL008",
    },
    "a proof of presence": {
      login: "web",
      call: approve(payment, `'${proof.id}'`),
      ends: ["agents.step_ups", `id = '${proof.id}'`],
      refused: "AL038",
    },
    "a card": {
      login: "web",
      call: approve(card, "null"),
      ends: ["agents.tool_invocations", `id = '${card.id}'`],
      refused: "AL013",
    },
    "a review": {
      login: "web",
      call: `select agents.fn_decide_review('${ana.session}', '${review?.id}', '${review?.digest}', 'approve', 'Good.')`,
      ends: ["agents.approvals", `id = '${review?.id}'`],
      refused: "AL013",
    },
    "a released call": {
      login: "worker",
      call: `select case when c ? 'setAside' then 'set aside' end as refused from agents.fn_claim_tool_invocation('${workerId}', 60) c`,
      ends: ["agents.tool_invocations", `id = '${released.id}'`, "execution_expires_at"],
      refused: "set aside",
    },
    "a set-up link": {
      login: "web",
      call: `select agents.fn_set_up('${link}', null, null, '\\x${"ab".repeat(16)}', 19456, 2, 1, '\\x${"cd".repeat(32)}')`,
      ends: ["agents.setup_links", `person_id = '${newcomer.id}'`],
      refused: "AL007",
    },
  };
}

/** With what it was refused, or `taken`. It ends after the message has begun and well before the message gets there. */
async function outlive({ admin, as }: TestDatabase, trial: Trial, message: (call: string) => string): Promise<string> {
  const sql = as(trial.login, 1);
  await sql`select`;
  const answer = sql
    .unsafe(message(trial.call))
    .simple()
    .then(
      (results) => JSON.stringify([...results].at(-1) ?? null).match(/"refused":"([^"]+)"/)?.[1] ?? "taken",
      (error: { code: string }) => error.code,
    );
  await setTimeout(300);
  const [table, where, column = "expires_at"] = trial.ends;
  await admin.unsafe(
    `update ${table} set ${column} = clock_timestamp() where ${where} and ${column} > clock_timestamp()`,
  );
  return answer;
}

const statements = (call: string) => `select pg_sleep(1.5); commit; ${call}`;
const block = (call: string) => `do $$ begin perform pg_sleep(1.5); commit; perform * from (${call}) c; end $$`;

async function outliveAll(tried: TestDatabase, trials: Readonly<Record<string, Trial>>) {
  const answers = Object.entries(trials).map(async ([name, trial]) => [name, await outlive(tried, trial, statements)]);
  return Object.fromEntries(await Promise.all(answers)) as Record<string, string>;
}

describe("what ends while a message of its caller lasts", () => {
  test("has ended", async () => {
    const trials = await arrange(database);
    const refusals = Object.entries(trials).map(([name, { refused }]) => [name, refused]);
    expect(await outliveAll(database, trials)).toEqual(Object.fromEntries(refusals));
  });

  test("control: goes on by the statement's time", async () => {
    const trials = await arrange(careless);
    const taken = Object.keys(trials).map((name) => [name, "taken"]);
    expect(await outliveAll(careless, trials)).toEqual(Object.fromEntries(taken));
  });

  test("has ended within a block that commits on its way, too", async () => {
    const trial = (await arrange(database))["a session"];
    const control = (await arrange(careless))["a session"];
    if (!trial || !control) throw new Error("no trial");
    await letRunBlocks(database);
    await letRunBlocks(careless);
    expect(await outlive(database, trial, block)).toBe(trial.refused);
    expect(await outlive(careless, control, block), "control").toBe("taken");
  });
});
