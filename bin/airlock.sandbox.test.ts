import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function airlock(...args: string[]) {
  return spawnSync(process.execPath, [join(PROJECT_ROOT, "bin", "airlock.mjs"), ...args], { encoding: "utf8" });
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

test("doctor says in JSON what the machine has proved", () => {
  const { status, stdout } = airlock("doctor", "--json");
  expect(status).toBe(0);
  const { backends } = JSON.parse(stdout) as {
    backends: { name: string; offered: boolean; checks: { holds: boolean }[] }[];
  };
  expect(backends).toMatchObject([{ name: "bubblewrap", offered: true }]);
  expect(backends[0]?.checks.every(({ holds }) => holds)).toBe(true);
});
