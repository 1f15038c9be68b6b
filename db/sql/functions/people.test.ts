import { randomBytes } from "node:crypto";
import type { ISql, Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePerson, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
let web: Sql;
let ada: TestPerson;
beforeEach(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  ada = await makePerson(database.admin, "admin");
});
afterEach(async () => {
  await database.drop();
});

async function invite(by: TestPerson, role: string) {
  const token = randomBytes(32).toString("base64url");
  const [row] = await web<{ person: { id: string; role: string; proposedRole: string | null } }[]>`
    select agents.fn_invite_person(${by.session}, ${`${token.slice(0, 8)}@example.test`}, 'New', ${role}, ${token}) as person`;
  if (!row) throw new Error("nobody was invited");
  return { token, ...row.person };
}

async function roleOf(id: string) {
  return (await web`select role, proposed_role from agents.people where id = ${id}`)[0];
}

describe("with two admins", () => {
  let alan: TestPerson;
  beforeEach(async () => {
    alan = await makePerson(database.admin, "admin");
  });

  test("an invited operator is a viewer until the other admin confirms the role", async () => {
    const person = await invite(ada, "operator");
    expect(person).toMatchObject({ role: "viewer", proposedRole: "operator" });
    await expect(
      web`select agents.fn_confirm_role(${ada.session}, ${person.id}, 'operator', true)`,
    ).rejects.toMatchObject({ code: "AL006" });
    await web`select agents.fn_confirm_role(${alan.session}, ${person.id}, 'operator', true)`;
    expect(await roleOf(person.id)).toEqual({ role: "operator", proposed_role: null });
  });

  test("a confirmation is for the role that was proposed, not for one put there since", async () => {
    const person = await invite(ada, "operator");
    await web`select agents.fn_propose_role(${ada.session}, ${person.id}, 'admin')`;
    await expect(
      web`select agents.fn_confirm_role(${alan.session}, ${person.id}, 'operator', true)`,
    ).rejects.toMatchObject({ code: "AL012" });
    expect(await roleOf(person.id)).toMatchObject({ role: "viewer" });
  });

  test("nobody changes or confirms their own role", async () => {
    const person = await makePerson(database.admin, "operator");
    await expect(web`select agents.fn_propose_role(${ada.session}, ${ada.id}, 'reviewer')`).rejects.toMatchObject({
      code: "AL006",
    });
    await expect(web`select agents.fn_propose_role(${person.session}, ${person.id}, 'admin')`).rejects.toMatchObject({
      code: "AL005",
    });
  });
});

describe("a name by which people are told apart", () => {
  const named = (name: string, email = `${randomBytes(6).toString("hex")}@example.test`) =>
    web`select agents.fn_invite_person(${ada.session}, ${email}, ${name}, 'viewer', ${randomBytes(32).toString("base64url")})`;

  test.each([
    ["nothing that has no width", "Rita\u200b Sousa"],
    ["no joiner between Latin letters", "Ri\u200dta Sousa"],
    ["nothing that turns the direction", "\u202easuoS atiR"],
    ["no second line", "Rita Sousa\napproved by Ravi"],
    ["no blank that is no blank", "Rita Sousa\u3164"],
    ["no tags", "Rita Sousa\u{e0041}"],
    ["no sign of a private area", "Rita Sousa\ue000"],
  ])("has %s", async (_what, name) => {
    await expect(named(name)).rejects.toMatchObject({ code: "AL026" });
    await expect(named("Rita", `${name.replaceAll(" ", ".")}@example.test`)).rejects.toMatchObject({ code: "AL026" });
  });

  test.each(["Rita Sousa", "Zoë O’Brien-Åström", "علی‌رضا", "क्‍षमा", "山田 太郎", "Anna ❤️‍🔥"])(
    "may be %s",
    async (name) => {
      await named(name);
    },
  );
});

describe("two admins who end each other's role at once", () => {
  /** What the second does while the first's act is not committed yet, and has to wait for it. */
  async function meanwhile(first: (sql: ISql) => PromiseLike<unknown>, second: (sql: ISql) => PromiseLike<unknown>) {
    let waiting: Promise<unknown> = Promise.resolve();
    await database.as("web", 1).begin(async (sql) => {
      await first(sql);
      waiting = Promise.allSettled([second(database.as("web", 1))]);
      await expect
        .poll(
          () =>
            database.admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
    });
    await waiting;
  }
  const admins = () => database.admin`select from agents.people where role = 'admin' and disabled_at is null`;

  test("leave one of them, also where the second would give the first another role", async () => {
    const alan = await makePerson(database.admin, "admin");
    await meanwhile(
      (sql) => sql`select agents.fn_lower_role(${ada.session}, ${alan.id}, false, 'Gone.')`,
      (sql) => sql`select agents.fn_propose_role(${alan.session}, ${ada.id}, 'operator')`,
    );
    expect(await admins()).toHaveLength(1);
  });

  test("leave one of them, also where the second confirms another role of the first", async () => {
    const [alan, grace] = [await makePerson(database.admin, "admin"), await makePerson(database.admin, "admin")];
    await web`select agents.fn_propose_role(${grace.session}, ${ada.id}, 'operator')`;
    await meanwhile(
      async (sql) => {
        await sql`select agents.fn_lower_role(${ada.session}, ${alan.id}, false, 'Gone.')`;
        await sql`select agents.fn_lower_role(${ada.session}, ${grace.id}, false, 'Gone.')`;
      },
      (sql) => sql`select agents.fn_confirm_role(${alan.session}, ${ada.id}, 'operator', true)`,
    );
    expect(await admins()).toHaveLength(1);
  });
});

describe("with one admin", () => {
  test("the first people get their roles at once, and the roles are new for a two-person quorum", async () => {
    const person = await invite(ada, "operator");
    expect(person).toMatchObject({ role: "operator", proposedRole: null });
    const [row] =
      await web`select role_since > now() - interval '1 minute' as fresh from agents.people where id = ${person.id}`;
    expect(row).toEqual({ fresh: true });
  });
});

describe("an invitation", () => {
  const choose = (token: string) => web`
    select agents.fn_set_up(${token}, null, null, ${randomBytes(16)}, 19456, 2, 1, ${randomBytes(32)}) as id`;

  test("lets its person choose a password, once", async () => {
    const person = await invite(ada, "operator");
    const [link] = await web`select agents.fn_setup_link(${person.token}) as link`;
    expect(link).toMatchObject({ link: { first: false, name: "New" } });
    expect(await choose(person.token)).toEqual([{ id: person.id }]);
    await expect(choose(person.token)).rejects.toMatchObject({ code: "AL007" });
    expect(await web`select agents.fn_setup_link(${person.token}) as link`).toEqual([{ link: null }]);
  });

  test("with a weakly stretched password is refused and stays usable", async () => {
    const { token } = await invite(ada, "viewer");
    await expect(
      web`select agents.fn_set_up(${token}, null, null, ${randomBytes(16)}, 8, 1, 1, ${randomBytes(32)})`,
    ).rejects.toMatchObject({ code: "AL026" });
    expect(await choose(token)).toHaveLength(1);
  });
});
