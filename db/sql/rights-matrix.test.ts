import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cellsOf,
  findDeviations,
  findUnwritten,
  type Objects,
  openRoleSessions,
  type RoleSessions,
  readObjects,
} from "#db/testing/rights.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { MATRIX_ROLES, type MatrixRole } from "./rights-expected.ts";

/** Every role × every table, column, sequence and function, really tried. What is expected is in rights-expected.ts. */
let database: TestDatabase;
let sessions: RoleSessions;
let objects: Objects;

beforeAll(async () => {
  database = await createTestDatabase();
  sessions = await openRoleSessions(database);
  objects = await readObjects(database.admin);
});
afterAll(async () => {
  await sessions.close();
  await database.drop();
});

const deviationsOf = (role: MatrixRole) => findDeviations(sessions.of[role], role, cellsOf(role, objects));

test("every table and function of ours has a line that says whose it is", () => {
  expect(findUnwritten(objects)).toEqual([]);
});

describe("the matrix", () => {
  test.each(MATRIX_ROLES)(
    "%s may do exactly what is written, and is refused the rest by code and message",
    async (role) => {
      const cells = cellsOf(role, objects);
      expect(cells.filter(({ refusal }) => refusal).length, "forbidden statements").toBeGreaterThan(200);
      expect(await deviationsOf(role)).toEqual([]);
    },
  );

  test("control: one grant shows in exactly its cell", async () => {
    await database.admin`grant insert on agents.approval_votes to airlock_web`;
    try {
      const found = await deviationsOf("web");
      expect(found).toEqual([expect.stringContaining("web: insert on agents.approval_votes: 23502 ")]);
    } finally {
      await database.admin`revoke insert on agents.approval_votes from airlock_web`;
    }
  });

  test("control: so does one of each other kind", async () => {
    const grants = [
      ["update (status)", "agents.tool_invocations", ["update status"]],
      // Whoever may delete from a table, empty it or maintain it may lock it too.
      ["delete", "agents.kill_switches", ["delete", "lock"]],
      ["truncate", "audit.lanes", ["truncate", "lock"]],
      ["maintain", "agents.approvals", ["lock", "reindex"]],
      ["trigger", "agents.people", ["create trigger"]],
      ["select (proof_hash)", "agents.person_credentials", ["select"]],
    ] as const;
    for (const [right, table] of grants) await database.admin.unsafe(`grant ${right} on ${table} to airlock_web`);
    try {
      const found = await deviationsOf("web");
      const cells = grants.flatMap(([, table, acts]) => acts.map((act) => `web: ${act} on ${table}`));
      expect(found.map((deviation) => cells.find((cell) => deviation.startsWith(cell)) ?? deviation).sort()).toEqual(
        cells.sort(),
      );
    } finally {
      for (const [right, table] of grants) await database.admin.unsafe(`revoke ${right} on ${table} from airlock_web`);
    }
  });

  test("control: a function that anybody may call shows in every row but its own caller's", async () => {
    await database.admin`grant execute on function agents.fn_approve_tool_invocation to public`;
    try {
      expect(await deviationsOf("web")).toEqual([]);
      expect(await deviationsOf("gateway")).toEqual([
        expect.stringMatching(/^gateway: call on agents\.fn_approve_tool_invocation: AL001 /),
      ]);
    } finally {
      await database.admin`revoke execute on function agents.fn_approve_tool_invocation from public`;
    }
  });

  test("control: a table and a function that nobody wrote down are named", async () => {
    await database.admin`create table agents.forgotten ()`;
    await database.admin`create function agents.fn_forgotten() returns int language sql return 1`;
    try {
      expect(findUnwritten(await readObjects(database.admin))).toEqual([
        "agents.forgotten has no line in rights-expected.ts",
        "agents.fn_forgotten has no line in rights-expected.ts",
      ]);
    } finally {
      await database.admin`drop table agents.forgotten`;
      await database.admin`drop function agents.fn_forgotten()`;
    }
  });
});

test("no role but the owners may make a foreign key to a table of ours, or anything else by a column", async () => {
  const rows = await database.admin`
    select c.oid::regclass::text as table, a.attname as column, acl.grantee::regrole::text as role, acl.privilege_type as right
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) acl
    where n.nspname in ('agents', 'airlock', 'audit') and acl.privilege_type <> 'SELECT'`;
  expect(rows).toEqual([]);
  for (const role of MATRIX_ROLES) {
    const [row] = await database.admin`
      select coalesce(array_agg(c.oid::regclass::text), '{}') as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('agents', 'airlock', 'audit') and c.relkind = 'r'
        and has_table_privilege(${sessions.nameOf(role)}, c.oid, 'references, maintain')`;
    expect([role, row?.tables]).toEqual([role, []]);
  }
});
