import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { EVENT_TYPES } from "#lib/gateway/event.ts";
import { APPROVAL_STATES, APPROVAL_SUBJECTS, INVOCATION_STATES, TIERS } from "#lib/policy/vocabulary.ts";

let database: TestDatabase;
let call: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  const tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  const [row] = await database.as("gateway")`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
  call = row?.id;
});
afterAll(async () => {
  await database.drop();
});

test.each([
  ["a word that is no approval status", "approval_status = 'maybe'"],
  ["a word that is no tier", "tier = 'top'"],
  ["more people than there can be", "required_approvals = 3"],
  ["a cost below nothing", "cost_estimate = -1"],
  ["an expiry of what did not expire", "expiry_kind = 'approval'"],
  ["no status at all", "status = null"],
])("a row with %s is refused, whoever writes it", async (_case, change) => {
  await expect(
    database.admin.unsafe(`update agents.tool_invocations set ${change} where id = '${call}'`),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^(AL032|AL031|23502)$/) });
});

test("knows the words of lib/policy/vocabulary.ts and no others", async () => {
  const sound = async (column: string, word: string) => {
    const [row] = await database.admin.unsafe(
      `select airlock.is_sound(jsonb_populate_record(i, jsonb_build_object('${column}', $1::text, 'started_at', now(),
         'expiry_kind', case when $1 = 'expired' and '${column}' = 'status' then 'approval' end))) as sound
       from agents.tool_invocations i where id = '${call}'`,
      [word],
    );
    return row?.sound as boolean;
  };
  for (const [column, words] of [
    ["status", INVOCATION_STATES],
    ["approval_status", APPROVAL_STATES],
    ["tier", TIERS],
  ] as const) {
    for (const word of words) expect([column, word, await sound(column, word)]).toEqual([column, word, true]);
    expect(await sound(column, "other")).toBe(false);
  }
});

test.each([
  ["agents.event_type", EVENT_TYPES, "tool_invocation_maybe"],
  ["agents.approval_subject", APPROVAL_SUBJECTS, "person"],
  ["agents.approval_status", ["pending", "approved", "rejected", "expired", "void"], "maybe"],
  ["agents.approval_quorum", ["1", "2"], "0"],
  ["audit.entry_body", ["{}"], "[]"],
  ["audit.entry_body", ["{}"], `{${" ".repeat(65_536)}}`],
  ["audit.lane_number", ["0", "15"], "16"],
  ["audit.lane_number", ["0", "15"], "-1"],
  ["audit.entry_number", ["1", "9007199254740993"], "0"],
  ["audit.entry_version", ["1"], "2"],
])("the type %s knows its words and no others", async (type, words, other) => {
  const cast = (word: string) => database.admin.unsafe(`select $1::text::${type}`, [word]);
  for (const word of words) await cast(word);
  await expect(cast(other)).rejects.toMatchObject({ code: "23514" });
});

test("the columns that had checks are of those types, and none of them may be null", async () => {
  const rows = await database.admin.unsafe(`
    select format('%s.%s', attrelid::regclass, attname) as name, atttypid::regtype::text as type, attnotnull as held
    from pg_attribute join pg_type t on t.oid = atttypid
    where t.typtype = 'd' and attrelid in ('agents.events'::regclass, 'agents.approvals'::regclass, 'audit.events'::regclass) order by name`);
  expect(rows.map(({ name, type, held }) => [name, type, held])).toEqual([
    ["agents.approvals.required", "agents.approval_quorum", true],
    ["agents.approvals.status", "agents.approval_status", true],
    ["agents.approvals.subject_kind", "agents.approval_subject", true],
    ["agents.events.type", "agents.event_type", true],
    ["audit.events.body", "audit.entry_body", true],
    ["audit.events.lane", "audit.lane_number", true],
    ["audit.events.seq", "audit.entry_number", true],
    ["audit.events.version", "audit.entry_version", true],
  ]);
});
