import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { buildManifest } from "#lib/registry/manifest/build-manifest.ts";
import { hashManifest, renderManifest } from "#lib/registry/manifest/hash-manifest.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { UsageError } from "./command.ts";
import { manifest } from "./manifest.ts";
import { manifestDiff } from "./manifest-diff.ts";

const MAIN = join(PROJECT_ROOT, "bin", "commands", "main.ts");
const home = mkdtempSync(join(tmpdir(), "airlock-manifest-"));
let database: TestDatabase;

const reading = contractOf({ policy: { exec: "deny", filesystem: { read: ["/data/**"] } } });
const paying = contractOf({ safetyClass: "financial", egressClass: "write", idempotency: "required" });
const sourceOf = (contract: typeof reading) => ({ contract, definitionHash: hashDefinition(contract) });

beforeAll(async () => {
  database = await createTestDatabase();
  await pinTool(database.admin, reading);
  await pinTool(database.admin, paying);
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});

function airlock(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: "utf8",
    input,
    env: passEnvironment({ AIRLOCK_HOME: home, AIRLOCK_DB_AUDITOR_URL: database.urls.auditor }),
  });
  return { status, stdout, stderr };
}

let files = 0;
function write(text: string, name = `file-${++files}.json`): string {
  const file = join(home, name);
  writeFileSync(file, text);
  return file;
}

describe("airlock manifest", () => {
  test("prints the tools in force with the auditor's login, and the hash of exactly these bytes", () => {
    const { status, stdout, stderr } = airlock(["manifest"]);
    expect(status).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string; version: number; approvals: number }[] };
    expect(tools.map(({ name, version, approvals }) => [name, version, approvals]).sort()).toEqual(
      [
        [reading.name, 1, 0],
        [paying.name, 1, 1],
      ].sort(),
    );
    const digest = createHash("sha256")
      .update("airlock/manifest\0")
      .update("1\0")
      .update(stdout.trimEnd())
      .digest("hex");
    expect(stderr).toBe(`alm1:sha256:${digest}\n`);
    expect(airlock(["manifest", "--hash"]).stdout).toBe(stderr);
  });

  test("from files: a TOOL.md with code beside it and a contract, as they would be registered", () => {
    const definition = `---
name: count_words
input: { type: object, properties: { text: { type: string } }, required: [text] }
output: { type: number }
safetyClass: read
execute: ./execute.ts
---
Counts the words of a text.
`;
    const toolMd = write(definition, "TOOL.md");
    write("export const execute = async ({ text }: { text: string }) => text.split(' ').length;\n", "execute.ts");
    const contract = write(JSON.stringify(reading));
    const { status, stdout, stderr } = airlock(["manifest", "--from", toolMd, contract]);
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringMatching(/^alm1:sha256:/) });
    const { tools } = JSON.parse(stdout) as { tools: Record<string, unknown>[] };
    expect(tools).toContainEqual(buildManifest([sourceOf(reading)]).tools[0]);
    expect(tools).toContainEqual(
      expect.objectContaining({ name: "count_words", runtime: { kind: "bundle", sandbox: "required" } }),
    );
  });

  test("a definition that is refused is named, and nothing is printed", () => {
    const broken = write('{"name": "x", "name": "y"}');
    const { status, stdout, stderr } = airlock(["manifest", "--from", broken]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain(broken);
  });

  test.each([
    ["an unknown flag", manifest, ["--loudly"]],
    ["a file without --from", manifest, ["tool.json"]],
    ["a file that is not there", manifest, ["--from", "/nonexistent"]],
    ["one manifest to compare", manifestDiff, ["a.json"]],
    ["three manifests to compare", manifestDiff, ["a.json", "b.json", "c.json"]],
    ["stdin twice", manifestDiff, ["-", "-"]],
    ["a manifest that is not there", manifestDiff, ["/nonexistent", "/nonexistent"]],
  ])("%s is a usage error", async (_, command, args) => {
    await expect(command.run(args)).rejects.toThrow(UsageError);
  });
});

describe("airlock manifest diff", () => {
  const before = buildManifest([sourceOf(reading)]);
  const widened = { ...reading, policy: { ...reading.policy, exec: "allow" as const } };
  const after = buildManifest([sourceOf(widened)]);
  const old = write(renderManifest(before));
  const current = write(renderManifest(after));

  test("lists what is wider and exits 1", () => {
    const { status, stdout } = airlock(["manifest", "diff", old, current]);
    expect(status).toBe(1);
    expect(stdout).toContain(`WIDER  ${reading.name}  tool.exec.widened`);
    expect(stdout).toMatch(/\/policy\/exec: "deny" → "allow"\n/);
    expect(stdout).toMatch(/2 differences, 1 wider\n$/);
  });

  test("as JSON, with the hashes of both", () => {
    const { status, stdout } = airlock(["manifest", "diff", "--json", old, current]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      before: hashManifest(before),
      after: hashManifest(after),
      widenings: 1,
      changes: [
        { code: "tool.exec.widened", widening: true },
        { code: "tool.definition.changed", widening: false },
      ],
    });
  });

  test("a manifest that cannot be read does not speak to the terminal in the words that say so", () => {
    const painted = { ...JSON.parse(renderManifest(before)), "\u001b[2K\r0 differences, 0 wider\n": 1 };
    const { status, stderr } = airlock(["manifest", "diff", old, write(JSON.stringify(painted))]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^[^\p{Cc}]+\n$/u);
  });

  test("a narrowing exits 0, unless any difference was asked for; equal ones exit 0 either way", () => {
    expect(airlock(["manifest", "diff", current, old]).status).toBe(0);
    expect(airlock(["manifest", "diff", "--exact", current, old]).status).toBe(1);
    expect(airlock(["manifest", "diff", "--exact", old, "-"], renderManifest(before))).toMatchObject({
      status: 0,
      stdout: "0 differences, 0 wider\n",
    });
  });

  test("one that cannot be read is a failure, not a verdict", () => {
    const { status, stdout, stderr } = airlock(["manifest", "diff", old, write("{}")]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain("format");
  });

  test("what does not show in a pattern is written out", () => {
    const hidden = { ...reading, policy: { ...reading.policy, filesystem: { read: ["/data/\u202e\u001b[2K**"] } } };
    const { stdout } = airlock(["manifest", "diff", old, "-"], renderManifest(buildManifest([sourceOf(hidden)])));
    expect(stdout).toContain("\\u{202e}");
    for (const unseen of ["\u202e", "\u001b"]) expect(stdout).not.toContain(unseen);
  });
});
