import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { listViews } from "./list-views.ts";
import { removeView } from "./remove-view.ts";
import { saveView } from "./save-view.ts";

let database: TestDatabase;
let web: Sql;
let ana: TestPerson;
let ben: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "viewer");
  admin = await makePerson(database.admin, "admin");
});
afterAll(() => database.drop());

const seenBy = ({ id }: TestPerson, role: Role) =>
  listViews(web, { personId: id, name: "x", email: "x@example.test", role });
const save = (person: TestPerson, name: string, query: string, shared = false) =>
  saveView(web, person.session, { name, query, shared });

it("keeps a filter for oneself, and for all only when it is lent", async () => {
  await save(ana, "Grave ones", "tier=high&id=123&evil=<script>");
  expect(await seenBy(ana, "operator")).toMatchObject([
    { name: "Grave ones", query: "tier=high", shared: false, by: null, mayRemove: true },
  ]);
  expect(await seenBy(ben, "viewer")).toEqual([]);
  await save(ana, " Grave ones ", "tier=dual&q=caf%C3%A9", true);
  expect(await seenBy(ben, "viewer"), "the same name is the same view").toMatchObject([
    { name: "Grave ones", query: "tier=dual&q=caf%C3%A9", by: expect.any(String), mayRemove: false },
  ]);
});

it("goes only with who keeps it, or, when it is lent to all, with an admin", async () => {
  const [view] = await seenBy(ben, "viewer");
  await expect(removeView(web, ben.session, view?.id ?? "")).rejects.toMatchObject({ code: "AL028" });
  await save(ben, "Mine", "tab=mine");
  const own = (await seenBy(ben, "viewer")).find(({ name }) => name === "Mine");
  await expect(removeView(web, admin.session, own?.id ?? "")).rejects.toMatchObject({ code: "AL028" });
  await removeView(web, admin.session, view?.id ?? "");
  await removeView(web, ben.session, own?.id ?? "");
  expect(await seenBy(ben, "viewer")).toEqual([]);
});

it("has no name that reads like another's but for what nobody sees", async () => {
  await expect(save(ben, "Grave\u200b ones", "tier=low", true)).rejects.toMatchObject({ code: "AL026" });
  await expect(save(ben, "\u202eseno evarG", "tier=low", true)).rejects.toMatchObject({ code: "AL026" });
});

it("keeps no more than fifty of a person", async () => {
  for (let n = 0; n < 50; n += 1) await save(ana, `View ${n}`, "");
  await expect(save(ana, "One more", "")).rejects.toMatchObject({ code: "AL026" });
  await save(ana, "View 7", "tier=low");
});
