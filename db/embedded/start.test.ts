import { expect, test } from "vitest";
import { openConnection } from "#db/open-connection.ts";

test("x", async () => {
  const sql = openConnection(process.env.AIRLOCK_TEST_ADMIN_URL ?? "");
  expect((await sql`select version() as v`)[0]?.v).toContain("18");
  await sql.end();
});
