import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { auditEntrySchema } from "./entry.ts";
import { firstLink, hashEntry } from "./hash-entry.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a reader with nothing but the entries rebuilds every link, whatever the texts contain", async () => {
  const hostile = ['"quoted"\\ back', "tab\tline\nreturn\r", "é 😀 \u2028 \u007f \u0001", "‮ hidden"];
  for (const text of hostile) {
    for (let n = 0; n < 8; n++) {
      await database.admin`select audit.append(${`actor ${text}`}, ${`action ${text}`}, ${`subject ${n} ${text}`}, ${database.admin.json({ text })})`;
    }
  }
  const rows = await database.admin`
    select version, lane, seq::int, at_us::text as "atUs", actor, action, subject, body,
      encode(prev, 'hex') as prev, encode(hash, 'hex') as hash
    from audit.events order by lane, seq`;
  const entries = rows.map((row) => auditEntrySchema.parse(row));
  expect(entries).toHaveLength(hostile.length * 8);
  const heads = new Map<number, string>();
  for (const entry of entries) {
    expect(entry.prev).toBe(heads.get(entry.lane) ?? firstLink(entry.lane));
    expect(hashEntry(entry)).toBe(entry.hash);
    heads.set(entry.lane, entry.hash);
  }
});
