import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
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
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { findArguments } from "#lib/policy/gate/find-arguments.ts";
import { nameTargets } from "#lib/policy/gate/name-targets.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";

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

/** An input that names whom these words say, as an honest gateway would have read it. */
function inputFor(targets: unknown): object {
  const to = (Array.isArray(targets) ? targets : []).flatMap(
    (word) => /^recipient (.*)$/.exec(String(word))?.[1] ?? [],
  );
  return { n: randomUUID(), ...(to.length > 0 ? { to } : {}) };
}

async function ask(
  tool: TestTool,
  targets: unknown,
  { by = agent, door = "alone" as Door, input: what = inputFor(targets) } = {},
): Promise<Asked> {
  const input = canonicalJson(what);
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

/** As if the agent's calls had reached these. */
async function know(tool: TestTool, ...words: string[]): Promise<void> {
  await database.admin`
    insert into agents.seen_targets select ${agent.id}, t.id, airlock.sha256_hex(w), now(), now()
    from agents.tools_registry t, unnest(${words}::text[]) w where t.name = ${tool.name}`;
}

const digestWord = (value: string, shown: string) =>
  `recipient sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")} ${shown}`;

describe.each<Door>(["alone", "together"])("a lie about whom a call reaches, asked %s", (door) => {
  const thief = { to: "thief" };

  test.each<[string, string[]]>([
    ["another recipient", ["recipient known"]],
    ["nobody", ["none given"]],
    ["a host", ["host a.example:443"]],
    ["a list that was reached", ["list sha256:00 a list"]],
    ["the thief by the digest of another", [digestWord("known", "thief")]],
  ])("as %s lowers nothing", async (_what, words) => {
    await know(payer, ...words);
    const lied = await ask(payer, words, { door, input: thief });
    expect(lied).toMatchObject({ tier: "dual", people: 2 });
    expect(lied.line?.saw).toMatch(/thief|^1 together sha256:/);
  });

  test("control: believed, it takes one person instead of two", async () => {
    const [looks, believes] = [
      "where not exists (select from jsonb_array",
      "where false and not exists (select from jsonb_array",
    ];
    await know(payer, "recipient known");
    await takeOut(database.admin, "airlock.aim_of", looks, believes);
    const believed = await ask(payer, ["recipient known"], { door, input: thief });
    await takeOut(database.admin, "airlock.aim_of", believes, looks);
    expect(believed).toMatchObject({ tier: "high", people: 1, line: null });
    expect(await ask(payer, ["recipient known"], { door, input: thief })).toMatchObject({ tier: "dual", people: 2 });
    const honest = await ask(payer, ["recipient known"], { door });
    expect(honest, "and the truth takes one").toMatchObject({ tier: "high", people: 1, line: null });
  });

  test("in which a value stands for the word of another lowers nothing", async () => {
    const word = digestWord("a\u200bb", "a\\u{200b}b");
    await know(payer, word);
    const posing = { to: word.slice("recipient ".length) };
    expect(await ask(payer, [word], { door, input: posing })).toMatchObject({ tier: "dual", people: 2 });
    expect(await ask(payer, [word], { door, input: { to: "a\u200bb" } }), "control").toMatchObject({ tier: "high" });
  });

  test("teaches nothing: what the input does not name stays new", async () => {
    const { id } = await ask(mailer, ["recipient bob", "recipient thief", "none given"], {
      door,
      input: { to: "bob" },
    });
    await decide(id, "approve");
    await run();
    expect(await ask(mailer, ["recipient bob"], { door }), "control: it learns").toMatchObject({ tier: "medium" });
    expect(await ask(mailer, ["recipient thief"], { door })).toMatchObject({ tier: "high" });
    expect(await ask(mailer, ["none given"], { door })).toMatchObject({ tier: "high" });
  });

  test("of a call that names nobody is silence", async () => {
    await know(payer, "recipient known", "none given");
    expect(await ask(payer, ["recipient known"], { door, input: {} })).toMatchObject({ tier: "dual" });
    expect(await ask(payer, ["none given"], { door, input: {} }), "control").toMatchObject({ tier: "high" });
  });
});

test("more recipients than are said one by one are one target, and another list is another", async () => {
  const to = Array.from({ length: 40 }, (_, n) => `r${n}`);
  const gate = { text: [{ at: "/to" }], ...TARGETS };
  const words = (input: object) => nameTargets(findArguments(input, gate), input, gate);
  const [some, others] = [{ to }, { to: [...to.slice(1), "thief"] }];
  const first = await ask(mailer, words(some), { input: some });
  expect(first).toMatchObject({ tier: "high" });
  await decide(first.id, "approve");
  await run();
  expect(await ask(mailer, words(some), { input: some })).toMatchObject({ tier: "medium", line: null });
  expect(await ask(mailer, words(others), { input: others })).toMatchObject({ tier: "high" });
  expect(await ask(mailer, words(some), { input: others }), "said to be the first").toMatchObject({ tier: "high" });
});

test("more than a thousand are not looked at one by one, and are always new", async () => {
  const to = [...Array(1000).fill("bob"), "thief"];
  await know(mailer, "recipient bob", "list sha256:00 a list");
  for (const words of [["recipient bob"], ["list sha256:00 a list"]]) {
    expect(await ask(mailer, words, { input: { to } })).toMatchObject({
      tier: "high",
      line: { saw: "more targets than are looked at" },
    });
  }
  expect(await ask(mailer, ["recipient bob"], { input: { to: to.slice(0, 1000) } }), "control").toMatchObject({
    tier: "medium",
  });
});

test("the database reads out of any input whom the gateway's words name, and nobody else", async () => {
  const targets = [
    ["/to", "recipient"],
    ["/a/*/b", "repository"],
    ["/a/0", "recipient"],
    ["/x~1y~0", "database"],
    ["/*/deep", "database"],
  ].map(([at = "", kind]) => ({ at, kind: kind as "recipient" }));
  const tool = await pinTool(database.admin, contractOf({ gate: { targets } }));
  const [version] = await database.admin<{ id: string }[]>`
    select pinned_version_id as id from agents.tools_registry where name = ${tool.name}`;
  const odd = fc.constantFrom(
    "",
    "bob",
    "sha256:ab x",
    "a\u200bb",
    "\u2028",
    "x".repeat(201),
    '"\\\b\f\n\r\t\u0001\u007f',
    "\u{1f600}",
    "*",
    "0",
  );
  const text = fc.oneof(
    odd,
    fc.string({ unit: "binary", maxLength: 12 }).filter((one) => !one.includes("\0")),
  );
  const name = fc.constantFrom("to", "a", "b", "deep", "x/y~", "0", "*", "");
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      text,
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(name, tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  const inputs = fc.sample(fc.dictionary(name, value, { maxKeys: 6 }), { numRuns: 600, seed: 5 });
  const cases = inputs.map((input) => [canonicalJson(input), nameTargets([], input, { targets })] as const);
  // A word for each that is read, and one that is read for each word; nothing of either is left.
  const rows = await database.admin<{ read: number; pairs: number; words: string[] }[]>`
    select count(distinct n.digested)::int as read, count(*) filter (where w = n.plain or starts_with(w, n.digested))::int as pairs,
      coalesce(array_agg(distinct w) filter (where w = n.plain or starts_with(w, n.digested)), '{}') as words
    from jsonb_array_elements(${JSON.stringify(cases)}::text::jsonb) with ordinality c (pair, at)
    left join lateral airlock.targets_in(${version?.id ?? ""}, c.pair ->> 0) n on true
    cross join lateral jsonb_array_elements_text(c.pair -> 1) w
    group by c.at order by c.at`;
  const told = cases.map(([, words]) => (words[0] === "none given" ? [] : words));
  expect(rows.map(({ read, pairs, words }) => ({ read, pairs, words: words.toSorted() }))).toEqual(
    told.map((words) => ({ read: words.length, pairs: words.length, words: [...words].sort() })),
  );
  const all = told.flat();
  expect(all.length, "many were met").toBeGreaterThan(300);
  expect(all.filter((word) => word.includes(" sha256:")).length, "and odd ones").toBeGreaterThan(50);
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
  async function edit(id: string, targets: readonly string[], input = inputFor(targets)): Promise<void> {
    const [call] = await web<{ revision: number; digest: string }[]>`
      select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
    await web`select agents.fn_edit_tool_invocation(${ana.session}, ${id}, ${call?.revision ?? 0}, ${call?.digest ?? ""},
      ${canonicalJson(input)}, '[]', 'e', 'other', ${JSON.stringify(targets)}::text::jsonb)`;
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

  test("that says another target than its input names is to a new one", async () => {
    await know(payer, "recipient acct-1");
    const { id, ...before } = await ask(payer, ["recipient acct-1"]);
    expect(before).toMatchObject({ tier: "high", people: 1 });
    await edit(id, ["recipient acct-1"], { to: "thief" });
    expect(await look(id)).toMatchObject({ tier: "dual", people: 2, line: { saw: "recipient thief" } });
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
