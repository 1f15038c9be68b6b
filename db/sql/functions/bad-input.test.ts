import fc from "fast-check";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOGIN_NAMES, type LoginName } from "#db/logins.ts";
import { fingerprint } from "#db/testing/fingerprint.ts";
import { arrangeFittingValues } from "#db/testing/fitting-values.ts";
import { contractOf, makeAgent } from "#db/testing/fixtures.ts";
import { type Door, type FittingValues, fittingFor, hostileCall, readDoors } from "#db/testing/hostile-values.ts";
import { asOneWatchdog } from "#db/testing/one-watchdog.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { attempt } from "#lib/errors/attempt.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** Every door, given what nobody should send: a refusal with a code of ours or a clean answer, and never an error of the database's own. */
let database: TestDatabase;
let sessions: Record<LoginName, Sql>;
let fitting: FittingValues;
let doors: Door[];

beforeAll(async () => {
  database = await createTestDatabase();
  sessions = Object.fromEntries(LOGIN_NAMES.map((login) => [login, database.as(login, 1)])) as Record<LoginName, Sql>;
  fitting = await arrangeFittingValues(database);
  doors = await readDoors(database.admin);
});
afterAll(async () => {
  await database.drop();
});

/**
 * A word for what a caller would hear: `done`, a code of the table, or what would have been a 500. What was taken is taken
 * back, so that every knock finds the same house; that a refused call writes nothing is proved where calls commit.
 */
async function knock(door: Door, values: readonly (string | null)[]): Promise<string> {
  // This one ends sessions of other tests too.
  return door.name === "fn_end_stale_transactions"
    ? asOneWatchdog(() => knockNow(door, values))
    : knockNow(door, values);
}

async function knockNow({ name, parameters, login }: Door, values: readonly (string | null)[]): Promise<string> {
  const named = parameters.map(({ name: parameter, type }, place) => `${parameter} => $${place + 1}::text::${type}`);
  const statement = `select agents.${name}(${named.join(", ")})`;
  const taken = new Error("taken back");
  try {
    const outcome: Outcome<unknown> = await attempt(() =>
      sessions[login as LoginName].begin(async (sql) => {
        await sql.unsafe(statement, [...values]);
        throw taken;
      }),
    );
    return outcome.ok ? "done" : outcome.code;
  } catch (error) {
    if (error === taken) return "done";
    const { code, message } = error as { code?: string; message: string };
    return `not a refusal: ${code} ${message}`;
  }
}

const doorNamed = (name: string): Door => {
  const door = doors.find((candidate) => candidate.name === name);
  if (!door) throw new Error(`There is no ${name}.`);
  return door;
};

/** The door's own fitting values, but for some. */
const knockWith = (name: string, other: Record<string, string | null>) => {
  const door = doorNamed(name);
  const values = door.parameters.map((parameter) =>
    parameter.name in other
      ? (other[parameter.name] ?? null)
      : (fittingFor(fitting, name, parameter.name)?.[0] ?? null),
  );
  return knock(door, values);
};

describe("every door", () => {
  test("answers nothing at all in every parameter with a refusal or a clean answer", async () => {
    for (const door of doors) {
      const outcome = await knock(
        door,
        door.parameters.map(() => null),
      );
      expect([door.name, outcome]).toEqual([door.name, expect.not.stringContaining("not a refusal")]);
    }
  });

  test("answers nothing in one parameter with a refusal or a clean answer", async () => {
    for (const { name, parameters } of doors) {
      for (const parameter of parameters) {
        const outcome = await knockWith(name, { [parameter.name]: null });
        expect([name, parameter.name, outcome]).toEqual([
          name,
          parameter.name,
          expect.not.stringContaining("not a refusal"),
        ]);
      }
    }
  });

  test("answers hostile values with a refusal of the table, or takes them without an error of the database's own", {
    timeout: 120_000,
  }, async () => {
    const heard = new Map<string, number>();
    const property = fc.asyncProperty(hostileCall(doors, fitting), async ({ door, values }) => {
      const outcome = await knock(door, values);
      heard.set(outcome, (heard.get(outcome) ?? 0) + 1);
      expect(outcome).not.toContain("not a refusal");
    });
    await fc.assert(property, { numRuns: 2_400, seed: 20_261_118, endOnFailure: true });
    // The property bites only if calls get past the first check: these are what deeper ones say.
    for (const code of [
      "done",
      "malformed_request",
      "invalid_input",
      "input_too_large",
      "not_found",
      "stale_payload",
    ]) {
      expect(heard.get(code) ?? 0, code).toBeGreaterThan(0);
    }
  });

  test("control: a door that forgets to look is found", async () => {
    await database.admin.unsafe(`
      create function agents.fn_careless(p_reason text) returns int language plpgsql security definer
        set search_path = pg_catalog, pg_temp as 'begin return p_reason::int; end';
      grant execute on function agents.fn_careless to airlock_web`);
    try {
      const careless = (await readDoors(database.admin)).filter(({ name }) => name === "fn_careless");
      const property = fc.asyncProperty(hostileCall(careless, {}), async ({ door, values }) => {
        expect(await knock(door, values)).not.toContain("not a refusal");
      });
      const { failed, errorInstance } = await fc.check(property, { numRuns: 50, seed: 1 });
      expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining("not a refusal: 22P02")]);
    } finally {
      await database.admin`drop function agents.fn_careless`;
    }
  });

  test("control: the fingerprint sees one changed value, and not a mere sight of a key", async () => {
    const before = await fingerprint(database.admin);
    await database.admin`update agents.agent_key_uses set used_at = now() - interval '1 hour'`;
    expect(await fingerprint(database.admin)).toEqual(before);
    await database.admin`update agents.agents set description = 'x'`;
    expect(await fingerprint(database.admin)).not.toEqual(before);
  });
});

describe("a call is asked for with", () => {
  const asking = (other: Record<string, string | null>) => knockWith("fn_invoke_tool", other);

  test.each<[string, Record<string, string | null>, string]>([
    ["a tool that is not there", { p_tool: "no_such_tool" }, "unknown_tool"],
    ["no tool", { p_tool: null }, "unknown_tool"],
    ["a NUL in its name", { p_tool: "a\u0000b" }, "malformed_request"],
    ["no key", { p_key: null }, "bad_agent_key"],
    ["an empty key", { p_key: "" }, "bad_agent_key"],
    ["a malformed key", { p_key: "alk_live_x" }, "bad_agent_key"],
    ["a key nobody holds", { p_key: `alk_live_${"0".repeat(8)}_${"0".repeat(49)}` }, "bad_agent_key"],
    ["an input of 256 KiB and a byte", { p_input: `{"a":"${"x".repeat(262_145 - 8)}"}` }, "input_too_large"],
    ["no input", { p_input: null }, "input_too_large"],
    ["an array", { p_input: "[]" }, "invalid_input"],
    ["a number", { p_input: "1" }, "invalid_input"],
    ["a string", { p_input: '"x"' }, "invalid_input"],
    ["a null", { p_input: "null" }, "invalid_input"],
    ["nothing between the quotes", { p_input: "" }, "invalid_input"],
    ["JSON without an end", { p_input: "{" }, "invalid_input"],
    ["an escaped NUL", { p_input: '{"a":"\\u0000"}' }, "invalid_input"],
    ["half a surrogate pair", { p_input: '{"a":"\\ud800"}' }, "invalid_input"],
    ["nesting without end", { p_input: `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}` }, "invalid_input"],
    ["a number past every numeric", { p_input: '{"a":1e999999}' }, "invalid_input"],
    ["no checks", { p_checks: null }, "invalid_input"],
    ["checks that are an object", { p_checks: "{}" }, "invalid_input"],
    [
      "checks that release",
      { p_checks: '[{"rule":"x","stage":"check","concluded":"run","saw":"x","sentence":"x"}]' },
      "invalid_input",
    ],
    ["an empty idempotency key", { p_idempotency_key: "" }, "invalid_input"],
    ["an idempotency key of 256", { p_idempotency_key: "k".repeat(256) }, "invalid_input"],
    ["a justification of a book", { p_justification: "x".repeat(300_000) }, "invalid_input"],
    ["another version's hash", { p_definition_hash: "al1:sha256:0" }, "stale_payload"],
    ["neither yes nor no to a bypass", { p_bypass_approval: null }, "not_permitted"],
  ])("%s", async (_, other, code) => {
    expect(await asking(other)).toBe(code);
  });

  test("256 KiB to the byte, and nothing is lost", async () => {
    expect(await asking({ p_input: `{"a":"${"x".repeat(262_144 - 8)}"}` })).toBe("done");
  });

  test("a key that was revoked or has expired", async () => {
    const spent = await makeAgent(database.admin, fitting.p_owner?.[0] ?? "");
    expect(await asking({ p_key: spent.key }), "control: it works").toBe("done");
    await database.admin`update agents.agent_keys set expires_at = now() where agent_id = ${spent.id}`;
    expect(await asking({ p_key: spent.key })).toBe("bad_agent_key");
    await database.admin`update agents.agent_keys set expires_at = now() + interval '1 day', revoked_at = now() where agent_id = ${spent.id}`;
    expect(await asking({ p_key: spent.key })).toBe("bad_agent_key");
  });
});

describe("a worker reports", () => {
  const reporting = (other: Record<string, string | null>) =>
    knockWith("fn_complete_tool_invocation", { p_invocation: fitting.p_invocation?.[1] ?? null, ...other });

  test("control: what fits is taken", async () => {
    expect(await reporting({})).toBe("done");
  });

  test.each<[string, Record<string, string | null>, string]>([
    ["a negative cost", { p_cost_estimate: "-0.01" }, "invalid_input"],
    ["a cost that is no number", { p_cost_estimate: "NaN" }, "invalid_input"],
    ["an endless cost", { p_cost_estimate: "Infinity" }, "invalid_input"],
    ["a cost below everything", { p_cost_estimate: "-Infinity" }, "invalid_input"],
    ["a cost of a hundred thousand digits", { p_cost_estimate: "1e131071" }, "invalid_input"],
    ["a state of its own", { p_status: "approved" }, "illegal_transition"],
    ["no state", { p_status: null }, "illegal_transition"],
    ["findings that are no list", { p_findings: "1" }, "invalid_input"],
    ["an exit code that is no number", { p_run: '{"exitCode":"zero"}' }, "invalid_input"],
    ["an exit code past its range", { p_run: '{"exitCode":99999999999}' }, "invalid_input"],
    ["an error code of a book", { p_error_code: "x".repeat(300_000) }, "invalid_input"],
    ["a reason of a book", { p_reason: "x".repeat(300_000) }, "input_too_large"],
    ["a call that is not there", { p_invocation: "00000000-0000-4000-8000-000000000000" }, "not_found"],
  ])("%s", async (_, other, code) => {
    expect(await reporting(other)).toBe(code);
  });
});

describe("a contract whose fields SQL reads later is refused when it is written", () => {
  const register = (change: Record<string, unknown>) =>
    knockWith("fn_register_tool", { p_contract_text: JSON.stringify({ ...contractOf({ name: "name" }), ...change }) });

  test("control: one that fits is taken", async () => {
    expect(
      await register({ maxCost: 1.5, constraints: { maxInvocations: 2, onlyAfter: ["x"], forbidden: false } }),
    ).toBe("done");
  });

  test.each<[string, Record<string, unknown>]>([
    ["idempotent is a word", { idempotent: "maybe" }],
    ["idempotent is missing", { idempotent: undefined }],
    ["idempotency is no word of the list", { idempotency: "sometimes" }],
    ["the largest cost is a word", { maxCost: "x" }],
    ["the largest cost is negative", { maxCost: -1 }],
    ["constraints are a list", { constraints: [] }],
    ["a count is a word", { constraints: { maxInvocations: "x" } }],
    ["a count is a half", { constraints: { maxInvocations: 1.5 } }],
    ["a count is past its range", { constraints: { maxInvocations: 1e12 } }],
    ["forbidden is a word", { constraints: { forbidden: "x" } }],
    ["what comes before is a number", { constraints: { onlyAfter: 1 } }],
    ["the policy is a list", { policy: [] }],
    ["the risk is no word of the list", { policy: { risk: "none" } }],
    ["the name is missing", { name: undefined }],
    ["the safety class is no word of the list", { safetyClass: "harmless" }],
  ])("%s", async (_, change) => {
    expect(await register(change)).toBe("invalid_input");
  });

  test.each(["", "[]", "null", "1", '{"a":1e999999}', '{"a":"\\u0000"}', "{"])("it is %s", async (text) => {
    expect(await knockWith("fn_register_tool", { p_contract_text: text })).toBe("invalid_input");
  });
});
