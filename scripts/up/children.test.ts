import { expect, test } from "vitest";
import { LOGIN_NAMES, type LoginUrls } from "#db/logins.ts";
import { listChildren } from "./children.ts";

const logins = Object.fromEntries(
  LOGIN_NAMES.map((name) => [name, `postgres://airlock_${name}:secret@localhost/airlock`]),
) as LoginUrls;

const children = listChildren(
  {
    home: "/var/lib/airlock/x",
    host: "127.0.0.1",
    ports: { dashboard: 3000, gateway: 3001 },
    publicUrl: "http://localhost:3000",
    sessionSecret: "session-secret",
    logins,
    checkpointMirror: "/mnt/second-place",
    gateway: { hooks: "/etc/airlock/hooks.mjs", checksKey: "checks-secret" },
    outputs: { key: "/keys/outputs-key.pem", publicKey: "/keys/outputs-key.pub" },
    notices: { smtpUrl: "smtps://mail-password@localhost", mailFrom: "a@example.test" },
  },
  { args: ["server.js"], cwd: "/var/lib/airlock/x/app", mode: "production" },
);

function environmentOf(name: string): string {
  return JSON.stringify(children.find((child) => child.name === name)?.env);
}

test.each([
  ["dashboard", "airlock_web"],
  ["gateway", "airlock_gateway"],
  ["dispatcher", "airlock_worker"],
  ["housekeeper", "airlock_housekeeper"],
  ["checkpointer", "airlock_checkpointer"],
])("the %s is given the login %s and no other", (name, login) => {
  const given = LOGIN_NAMES.map((each) => `airlock_${each}:`).filter((each) => environmentOf(name).includes(each));
  expect(given).toEqual([`${login}:`]);
});

test("only the dashboard can open session cookies", () => {
  const holders = children.filter(({ name }) => environmentOf(name).includes("session-secret"));
  expect(holders.map(({ name }) => name)).toEqual(["dashboard"]);
});

test("no door is told of the home with the signing key; the dashboard is told where the signed checkpoints are", () => {
  const given = (name: string, variable: string) => children.find((child) => child.name === name)?.env[variable];
  expect(given("checkpointer", "AIRLOCK_CHECKPOINT_MIRROR")).toBe("/mnt/second-place");
  expect(given("dashboard", "AIRLOCK_CHECKPOINTS")).toBe("/var/lib/airlock/x/checkpoints");
  for (const door of ["dashboard", "gateway", "housekeeper"]) expect(given(door, "AIRLOCK_HOME")).toBeUndefined();
  expect(children.filter(({ env }) => env.AIRLOCK_CHECKPOINT_MIRROR).map(({ name }) => name)).toEqual(["checkpointer"]);
});

test("only the housekeeper holds the mail server's password and the key that opens addresses; the dashboard can seal to it", () => {
  const holders = children.filter(({ name }) => environmentOf(name).includes("mail-password"));
  expect(holders.map(({ name }) => name)).toEqual(["housekeeper"]);
  const openers = children.filter(({ name }) => environmentOf(name).includes("notices-key.pem"));
  expect(openers.map(({ name }) => name)).toEqual(["housekeeper"]);
  const sealers = children.filter(({ name }) => environmentOf(name).includes("notices-key.pub"));
  expect(sealers.map(({ name }) => name)).toEqual(["dashboard"]);
});

test("only the dashboard can open raw outputs; the dispatcher and the gateway can seal them", () => {
  const told = (file: string) =>
    children.filter(({ name }) => environmentOf(name).includes(file)).map(({ name }) => name);
  expect(told("outputs-key.pem")).toEqual(["dashboard"]);
  expect(told("outputs-key.pub")).toEqual(["gateway", "dispatcher"]);
});

test("only the gateway can ask in this installation's name, and it alone loads the operator's hooks", () => {
  const holders = children.filter(({ name }) => environmentOf(name).includes("checks-secret"));
  expect(holders.map(({ name }) => name)).toEqual(["gateway"]);
  const loaders = children.filter(({ env }) => env.AIRLOCK_HOOKS !== undefined);
  expect(loaders.map(({ name, env }) => [name, env.AIRLOCK_HOOKS])).toEqual([["gateway", "/etc/airlock/hooks.mjs"]]);
});
