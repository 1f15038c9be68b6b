import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { verifyLog } from "./log-verifier.ts";
import { inSnapshot, readDatabase } from "./read-database.ts";

let database: TestDatabase;
let auditor: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  auditor = database.as("auditor");
  await database.admin`select audit.append('system', 'test.done', 'test:' || n, '{}') from generate_series(1, 5) n`;
});
afterAll(async () => {
  await database.drop();
});

const verify = () => inSnapshot(auditor, (snapshot) => verifyLog(readDatabase(snapshot, []), undefined));

/** Every one of them leaves what the auditor reads as it was. */
const WAYS = [
  {
    name: "a policy that hides rows from everybody but the auditor",
    broken: { table: "audit.events", fault: "row_security" },
    make: `alter table audit.events enable row level security;
      create policy hide on audit.events using (current_user = 'airlock_auditor')`,
    undo: "drop policy hide on audit.events; alter table audit.events disable row level security",
  },
  {
    name: "a view in place of the entries",
    broken: { table: "audit.events", fault: "not_plain" },
    make: `alter table audit.events rename to kept;
      create view audit.events as select * from audit.kept where current_user = 'airlock_auditor';
      grant select on audit.events to airlock_auditor`,
    undo: "drop view audit.events; alter table audit.kept rename to events",
  },
  {
    name: "a view in place of the heads",
    broken: { table: "audit.lanes", fault: "not_plain" },
    make: `alter table audit.lanes rename to kept; create view audit.lanes as select * from audit.kept;
      grant select on audit.lanes to airlock_auditor`,
    undo: "drop view audit.lanes; alter table audit.kept rename to lanes",
  },
  {
    name: "a rule that sends rows elsewhere",
    broken: { table: "audit.events", fault: "rule" },
    make: "create rule divert as on insert to audit.events where new.actor = 'person:1' do instead nothing",
    undo: "drop rule divert on audit.events",
  },
  {
    name: "a child whose rows are read with the entries",
    broken: { table: "audit.events", fault: "inheritance" },
    make: "create table audit.child () inherits (audit.events)",
    undo: "drop table audit.child",
  },
  {
    name: "a column that is computed",
    broken: { table: "audit.lanes", fault: "computed_column" },
    make: "alter table audit.lanes add column shown bigint generated always as (seq) stored",
    undo: "alter table audit.lanes drop column shown",
  },
] as const;

test.each(WAYS)("$name: nothing is proved, and the table is named", async ({ make, undo, broken }) => {
  expect(await verify()).toMatchObject({ proved: true, entries: 5 });
  await database.admin.unsafe(make);
  expect(await verify()).toMatchObject({ proved: false, broken: [{ kind: "table", ...broken }] });
  await database.admin.unsafe(undo);
  expect(await verify()).toMatchObject({ proved: true, entries: 5 });
});
