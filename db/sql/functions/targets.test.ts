import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Whom a call reaches for the first time: it raises the tier, and only what ran or what people agreed to is known afterwards. */
let database: TestDatabase;
let gateway: Sql;
let worker: Sql;
let web: Sql;
let workerId: string;
let owner: TestPerson;
let ana: TestPerson;
let agent: TestAgent;
let fetcher: TestTool;
let mailer: TestTool;
let payer: TestTool;

const TARGETS = { targets: [{ at: "/to", kind: "recipient" as const }] };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 4);
  worker = database.as("worker");
  web = database.as("web", 2);
  workerId = await registerWorker(worker);
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  fetcher = await pinTool(database.admin, contractOf());
  mailer = await pinTool(
    database.admin,
    contractOf({ egressClass: "write", safetyClass: "write", idempotent: true, gate: TARGETS }),
  );
  payer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "financial", gate: TARGETS }));
});
beforeEach(async () => {
  agent = await makeAgent(database.admin, owner.id);
});
afterAll(() => database.drop());

interface Asked {
  readonly id: string;
  readonly status: string;
  readonly tier: string;
  readonly people: number;
  readonly line: { saw: string; concluded: string; stage: string } | null;
}

type Door = "alone" | "together";

async function ask(tool: TestTool, targets: unknown, { by = agent, door = "alone" as Door } = {}): Promise<Asked> {
  const input = JSON.stringify({ n: randomUUID() });
  const [row] =
    door === "alone"
      ? await gateway<{ view: { id: string } }[]>`
          select agents.fn_invoke_tool(${by.key}, ${tool.name}, ${input}, ${tool.definitionHash}, '[]', 'effect',
            p_targets => ${targets === undefined ? null : JSON.stringify(targets)}::text::jsonb) as view`
      : await gateway<{ view: { id: string } }[]>`
          select view::json as view from agents.fn_invoke_tools(${JSON.stringify([
            {
              key: by.key,
              tool: tool.name,
              input,
              definitionHash: tool.definitionHash,
              checks: [],
              effect: "e",
              targets,
            },
          ])}::text::jsonb)`;
  return look(row?.view.id ?? expect.fail("no answer"));
}

async function look(id: string): Promise<Asked> {
  const [row] = await database.admin<Asked[]>`
    select i.id, i.status, i.tier, i.required_approvals as people,
      jsonb_path_query_first(n.trace, '$.lines[*] ? (@.rule == "target.first_seen")') as line
    from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision
    where i.id = ${id}`;
  return row ?? expect.fail("no such call");
}

async function decide(id: string, how: "approve" | "reject", by = ana): Promise<void> {
  const [call] = await web<{ revision: number; digest: string }[]>`
    select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  await database.admin`
    insert into agents.approval_sights (approval_id, person_id, at)
    select a.id, ${by.id}, now() - interval '1 hour' from agents.approvals a where a.subject_id = ${id} and a.status = 'pending'
    on conflict do nothing`;
  await web`select agents.${web.unsafe(`fn_${how}_tool_invocation`)}(${by.session}, ${id}, ${call?.revision ?? 0}, ${call?.digest ?? ""}, 'because')`;
}

/** Runs everything that is due and ends it so. */
async function run(status: "completed" | "failed" = "completed"): Promise<void> {
  await database.admin`update agents.tool_invocations set claimable_at = now() where status = 'running' and claimed_at is null`;
  for (;;) {
    const [row] = await worker<{ claim: { id: string; fence: number } | null }[]>`
      select agents.fn_claim_tool_invocation(${workerId}, 30) as claim`;
    if (!row?.claim) return;
    const code = status === "failed" ? "tool_failed" : null;
    await worker`select agents.fn_complete_tool_invocation(${workerId}, ${row.claim.id}, ${row.claim.fence}, ${status}, null, null, '[]', '{}', ${code}, null, null, null, null, false)`;
  }
}

describe.each<Door>(["alone", "together"])("a call that is asked for %s", (door) => {
  test("is one tier higher the first time it reaches a target, and not again once that ran", async () => {
    const first = await ask(fetcher, ["host a.example:443"], { door });
    expect(first).toMatchObject({ status: "running", tier: "medium", people: 0 });
    expect(first.line).toMatchObject({ saw: "host a.example:443", concluded: "pass", stage: "decide" });
    await run();
    expect(await ask(fetcher, ["host a.example:443"], { door })).toMatchObject({ tier: "low", line: null });
    const beside = await ask(fetcher, ["host a.example:443", "host b.example:443"], { door });
    expect(beside).toMatchObject({ tier: "medium" });
    expect(beside.line?.saw, "only what is new is named").toBe("host b.example:443");
  });

  test("takes a second person where the next tier does, and is never freed by it", async () => {
    expect(await ask(payer, ["recipient acct-1"], { door })).toMatchObject({
      status: "pending",
      tier: "dual",
      people: 2,
    });
    expect(await ask(mailer, ["recipient bob"], { door })).toMatchObject({
      status: "pending",
      tier: "high",
      people: 1,
    });
  });

  test("of a tool that declares targets and says none counts as one that was never seen", async () => {
    const silent = await ask(mailer, undefined, { door });
    expect(silent).toMatchObject({ tier: "high" });
    await decide(silent.id, "approve");
    await run();
    expect(await ask(mailer, undefined, { door }), "nothing was learned of it").toMatchObject({ tier: "high" });
    expect(await ask(fetcher, undefined, { door }), "control: a tool without any").toMatchObject({
      tier: "low",
      line: null,
    });
  });

  test.each([
    [[]],
    ["host a"],
    [[1]],
    [["nokind"]],
    [[`host ${"a".repeat(300)}`]],
    [Array.from({ length: 33 }, (_, n) => `host ${n}`)],
    [[{ host: "a" }]],
    [["HOST a"]],
  ])("with targets that are no list of words is refused: %j", async (targets) => {
    await expect(ask(fetcher, targets, { door })).rejects.toThrow();
  });
});

describe("what is learned", () => {
  const tierOf = async (target: string, by = agent) => (await ask(mailer, [target], { by })).tier;

  test("a call that people refused teaches nothing, and one that waits neither", async () => {
    const { id } = await ask(mailer, ["recipient mallory"]);
    expect(await tierOf("recipient mallory")).toBe("high");
    await decide(id, "reject");
    await run();
    expect(await tierOf("recipient mallory")).toBe("high");
  });

  test("a call that was denied teaches nothing", async () => {
    const denied = await gateway<{ view: { status: string } }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${fetcher.name}, '{}', ${fetcher.definitionHash},
        '[{"rule": "gate.host", "stage": "check", "concluded": "deny", "saw": "x", "sentence": "x"}]', 'e', p_targets => '["host evil.example:443"]') as view`;
    expect(denied[0]?.view.status).toBe("denied");
    await run();
    expect((await ask(fetcher, ["host evil.example:443"])).tier).toBe("medium");
  });

  test("a free call that failed teaches nothing; one that people agreed to is known however it ended", async () => {
    await ask(fetcher, ["host down.example:443"]);
    await run("failed");
    expect((await ask(fetcher, ["host down.example:443"])).tier).toBe("medium");
    const { id } = await ask(mailer, ["recipient carol"]);
    await decide(id, "approve");
    expect(await tierOf("recipient carol"), "agreed to and not yet run").toBe("high");
    await run("failed");
    expect(await tierOf("recipient carol")).toBe("medium");
  });

  test("belongs to one agent and one tool", async () => {
    await ask(fetcher, ["host a.example:443"]);
    await run();
    const other = await makeAgent(database.admin, owner.id);
    expect((await ask(fetcher, ["host a.example:443"], { by: other })).tier).toBe("medium");
    const { tier } = await ask(mailer, ["host a.example:443"]);
    expect(tier).toBe("high");
  });

  test("is bounded: past a thousand the longest unseen is new again", async () => {
    await database.admin`
      insert into agents.seen_targets select ${agent.id}, t.id, airlock.sha256_hex('host ' || n), now(), now() - make_interval(mins => n)
      from generate_series(1, 1000) n, agents.tools_registry t where t.name = ${fetcher.name}`;
    expect((await ask(fetcher, ["host 1000"])).tier, "control: it is known").toBe("low");
    await ask(fetcher, ["host new.example"]);
    await run();
    const [kept] = await database.admin<{ n: number }[]>`
      select count(*)::int as n from agents.seen_targets where agent_id = ${agent.id}`;
    expect(kept?.n).toBe(1000);
    expect((await ask(fetcher, ["host 1000"])).tier).toBe("medium");
    expect((await ask(fetcher, ["host new.example", "host 1"])).tier).toBe("low");
  });

  test("what was reached today writes nothing more; what was not since yesterday is noted again", async () => {
    const { id } = await ask(fetcher, ["host a.example:443"]);
    await run();
    const toLearn = async (call: string) => {
      const [row] = await database.admin<{ n: number | null }[]>`
        select cardinality(targets) as n from agents.tool_invocations where id = ${call}`;
      return row?.n;
    };
    expect(await toLearn(id)).toBe(1);
    expect(await toLearn((await ask(fetcher, ["host a.example:443"])).id)).toBeNull();
    await database.admin`update agents.seen_targets set last_seen_at = now() - interval '2 days' where agent_id = ${agent.id}`;
    expect(await toLearn((await ask(fetcher, ["host a.example:443"])).id)).toBe(1);
  });
});

describe("an edit", () => {
  async function edit(id: string, targets: readonly string[]): Promise<void> {
    const [call] = await web<{ revision: number; digest: string }[]>`
      select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
    await web`select agents.fn_edit_tool_invocation(${ana.session}, ${id}, ${call?.revision ?? 0}, ${call?.digest ?? ""},
      ${JSON.stringify({ n: randomUUID() })}, '[]', 'e', 'other', ${JSON.stringify(targets)}::text::jsonb)`;
  }

  test("to a new target raises the call, takes the people that this takes, and an edit back does not lower it", async () => {
    await database.admin`
      insert into agents.seen_targets select ${agent.id}, t.id, airlock.sha256_hex('recipient acct-1'), now(), now()
      from agents.tools_registry t where t.name = ${payer.name}`;
    const { id, ...before } = await ask(payer, ["recipient acct-1"]);
    expect(before).toMatchObject({ tier: "high", people: 1, line: null });
    await edit(id, ["recipient acct-2"]);
    const after = await look(id);
    expect(after).toMatchObject({ tier: "dual", people: 2 });
    expect(after.line?.saw).toBe("recipient acct-2");
    await edit(id, ["recipient acct-1"]);
    expect(await look(id)).toMatchObject({ tier: "dual", people: 2, line: null });
  });
});

test("a new target makes no call harder: an agent cannot earn trust by reaching further", async () => {
  const { tier } = await ask(fetcher, ["host a.example:443"]);
  expect(tier).toBe("medium");
  await ask(fetcher, undefined);
  await run();
  const gathered = async () => {
    // What transactions of others beside it still hide is gathered the next time.
    await database.as("housekeeper")`select agents.fn_gather_trust_evidence()`;
    const tallies = await database.admin<{ difficulty: number; completed: number }[]>`
      select difficulty, sum(completed)::int as completed from agents.trust_tallies where agent_id = ${agent.id} group by 1`;
    return tallies.map((tally) => ({ ...tally }));
  };
  await expect.poll(gathered, { timeout: 20_000 }).toEqual([{ difficulty: 1, completed: 2 }]);
});

test("what a call would reach does not change while it waits, whoever writes the row", async () => {
  const { id } = await ask(mailer, ["recipient bob"]);
  await expect(database.admin`update agents.tool_invocations set targets = null where id = ${id}`).rejects.toThrow(
    "What a call reaches changes only with what it asks for",
  );
});
