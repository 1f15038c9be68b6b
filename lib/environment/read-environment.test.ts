import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderEnvExample } from "./env-example.ts";
import { PROJECT_ROOT } from "./home.ts";
import { readEnvironment, requireVariable } from "./read-environment.ts";
import { environmentSchema } from "./variables.ts";

function read(given: Record<string, string>) {
  return readEnvironment({ NODE_ENV: "test", ...given });
}

test("an empty environment is enough", () => {
  expect(read({})).toEqual({ ok: true, value: { PORT: 3000, AIRLOCK_HOST: "127.0.0.1" } });
});

test("a variable that is set to nothing counts as unset", () => {
  expect(read({ DATABASE_URL: "", PORT: "" })).toEqual(read({}));
});

test.each([
  ["PORT", "http"],
  ["PORT", "65535"],
  ["DATABASE_URL", "mysql://localhost/airlock"],
  ["AIRLOCK_DB_WEB_URL", "localhost"],
  ["AIRLOCK_DOORS", "dashboard,gateway"],
  ["NEXTAUTH_URL", "airlock.example.com"],
  ["NEXTAUTH_SECRET", "short"],
])("%s=%s is refused by name", (name, value) => {
  const outcome = read({ [name]: value });
  expect(outcome).toMatchObject({ ok: false, code: "bad_configuration", details: { [name]: expect.any(String) } });
});

test("a refusal never repeats the value: an address may hold a password", () => {
  const outcome = read({ DATABASE_URL: "mysql://owner:hunter2@localhost/airlock" });
  expect(JSON.stringify(outcome)).not.toContain("hunter2");
});

test("a socket address is an address", () => {
  expect(read({ DATABASE_URL: "postgres://postgres:secret@%2Frun%2Fairlock/airlock" }).ok).toBe(true);
});

test("what a process needs and does not have is named", () => {
  const environment = environmentSchema.parse({});
  expect(requireVariable(environment, "AIRLOCK_DB_WEB_URL")).toMatchObject({
    ok: false,
    code: "bad_configuration",
    message: expect.stringContaining("AIRLOCK_DB_WEB_URL is not set."),
  });
  expect(requireVariable({ ...environment, PORT: 4000 }, "PORT")).toEqual({ ok: true, value: 4000 });
});

test(".env.example says what the schema says", () => {
  expect(readFileSync(join(PROJECT_ROOT, ".env.example"), "utf8")).toBe(renderEnvExample());
});
