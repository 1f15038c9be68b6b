import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-cli-"));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true }));

function airlock(...args: string[]) {
  return airlockWith({}, ...args);
}

function airlockWith(environment: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [join(PROJECT_ROOT, "bin", "airlock.mjs"), ...args], { encoding: "utf8", env });
}

test("a command under a policy sees what the policy names and not what it leaves out", () => {
  const secret = join(folder, "secret.txt");
  const policy = join(folder, "policy.json");
  writeFileSync(secret, "not for tools");
  const run = (document: object) => {
    writeFileSync(policy, JSON.stringify(document));
    const { status, stdout } = airlock("sandbox", "run", "--policy", policy, "--", "/bin/cat", secret);
    return { status, result: JSON.parse(stdout) as { exitCode: number; stdout: string } };
  };
  expect(run({ exec: "allow" })).toMatchObject({ status: 0, result: { exitCode: 1, stdout: "" } });
  // The control: named, the same file is there.
  expect(run({ exec: "allow", filesystem: { read: [`${folder}/**`] } })).toMatchObject({
    status: 0,
    result: { exitCode: 0, stdout: "not for tools" },
  });
});

test("doctor says in JSON what the machine has proved, and what the document comes to", () => {
  const { status, stdout } = airlock("doctor", "--json");
  expect(status).toBe(0);
  const { backends, sandboxing } = JSON.parse(stdout) as {
    backends: { name: string; offered: boolean; reason?: string; checks: { holds: boolean }[] }[];
    sandboxing: { document: { default_backend: string }; description: { categories: { servedBy: string[] }[] } };
  };
  expect(backends.map(({ name }) => name)).toEqual(["bubblewrap", "firejail", "seatbelt", "process"]);
  expect(backends[0]).toMatchObject({ name: "bubblewrap", offered: true });
  expect(backends[0]?.checks.every(({ holds }) => holds)).toBe(true);
  expect(backends.slice(1).every(({ offered, reason }) => !offered && reason)).toBe(true);
  expect(sandboxing.document.default_backend).toBe("bubblewrap");
  expect(new Set(sandboxing.description.categories.flatMap(({ servedBy }) => servedBy))).toEqual(
    new Set(["bubblewrap"]),
  );
});

test("a backend can be named where the document offers it, and only there", () => {
  const document = join(folder, "sandboxing.yaml");
  writeFileSync(document, "sandboxing:\n  default_backend: subprocess\n");
  const policy = join(folder, "whole.json");
  const whole = { filesystem: { read: ["/**"], write: ["/**"] }, network: { mode: "open" }, exec: "allow" };
  writeFileSync(policy, JSON.stringify(whole));
  const args = ["sandbox", "run", "--backend", "process", "--policy", policy, "--workspace", join(folder, "ws")];
  const run = (environment: Record<string, string>) =>
    JSON.parse(airlockWith(environment, ...args, "--", "echo", "ran").stdout) as { backend: string; stdout: string };
  expect(run({ AIRLOCK_SANDBOXING: document })).toMatchObject({ backend: "process", stdout: "ran\n" });
  expect(run({})).toMatchObject({ backend: "process", stdout: "", error: { code: "no_sandbox" } });
});

test("a document that is wrong stops both commands, with its line", () => {
  const document = join(folder, "wrong.yaml");
  writeFileSync(document, "sandboxing:\n  overrides:\n    terminal: subprocess\n");
  const { status, stderr } = airlockWith({ AIRLOCK_SANDBOXING: document }, "doctor");
  expect([status, stderr]).toEqual([3, expect.stringContaining("line 3: terminal needs a container")]);
});
