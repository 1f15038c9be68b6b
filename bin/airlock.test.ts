import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { inspectKeys } from "./commands/inspect-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function airlock(...args: string[]) {
  return airlockReading("", ...args);
}

function airlockReading(input: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PROJECT_ROOT, "bin", "airlock.mjs"), ...args], {
    encoding: "utf8",
    input,
  });
  return { status, stdout, stderr };
}

test("without a command it lists those that exist", () => {
  const { status, stdout } = airlock();
  expect(status).toBe(0);
  expect(stdout).toContain("doctor");
});

test.each([
  ["an unknown command", ["conjure"]],
  ["an unknown flag", ["doctor", "--loudly"]],
  ["a run without a policy", ["sandbox", "run", "--", "true"]],
  ["a run without a command", ["sandbox", "run", "--policy", "policy.json"]],
  ["a policy that is not there", ["sandbox", "run", "--policy", "/nonexistent/policy.json", "--", "true"]],
])("%s is a usage error: exit 2, and nothing on stdout", (_, args) => {
  expect(airlock(...args)).toMatchObject({ status: 2, stdout: "" });
});

test("a policy with an unknown field is refused by name", () => {
  const policy = join(folder, "policy.json");
  writeFileSync(policy, JSON.stringify({ filesystem: { reed: [] } }));
  const { status, stderr } = airlock("sandbox", "run", "--policy", policy, "--", "true");
  expect(status).toBe(2);
  expect(stderr).toContain("reed");
});

test.each(["sandbox", "audit", "policy"])("%s alone says which commands begin with it", (first) => {
  const { status, stdout, stderr } = airlock(first);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`  ${first} `);
  expect(stderr).not.toContain("doctor");
  expect(airlock(first, "--help")).toMatchObject({ status: 0, stderr: "" });
});

test("--help is heard wherever it stands, but behind -- it is somebody else's", () => {
  expect(airlock("scan", "--jsonl", "--help")).toMatchObject({ status: 0, stderr: "" });
  expect(airlock("sandbox", "run", "--", "ls", "--help")).toMatchObject({ status: 2, stdout: "" });
});

test("--version says which one it is", () => {
  expect(airlock("--version")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: "",
  });
});

test("a reader that has seen enough ends it without a word, and not with a verdict", () => {
  const lines = join(folder, "many.jsonl");
  writeFileSync(lines, '{"text":"a"}\n'.repeat(20_000));
  const program = `"${process.execPath}" "${join(PROJECT_ROOT, "bin", "airlock.mjs")}"`;
  const { stdout, stderr } = spawnSync(
    "bash",
    ["-c", `${program} clean --jsonl < "${lines}" | head -n 1; echo "\${PIPESTATUS[0]}"`],
    { encoding: "utf8" },
  );
  expect([stdout.split("\n").slice(0, 2), stderr]).toEqual([['{"cleaned":"a","findings":[]}', "141"], ""]);
});

test("clean prints one JSON object for a text", () => {
  const { status, stdout } = airlockReading("plain \u001b[31mred", "clean");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ cleaned: "plain red", findings: [{ start: 6, end: 11 }] });
});

test("with --jsonl a line that cannot be read has its error in its place, and the run goes on", () => {
  const lines = ['{"id":1,"text":"a"}', "not JSON", '{"id":"3","text":"c"}'].join("\n");
  const { status, stdout } = airlockReading(lines, "clean", "--jsonl");
  expect(status).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 1, cleaned: "a", findings: [] },
    { error: expect.objectContaining({ code: "malformed_request" }) },
    { id: "3", cleaned: "c", findings: [] },
  ]);
});

test("a secret that others may read is named with what to do", () => {
  const file = join(folder, "session-secret");
  writeFileSync(file, "secret", { mode: 0o644 });
  writeFileSync(join(folder, "logins.json"), "{}", { mode: 0o600 });
  expect(inspectKeys(folder)).toEqual([
    { file: join(folder, "logins.json") },
    { file, fault: `others may read it; run: chmod 600 ${file}` },
  ]);
});
