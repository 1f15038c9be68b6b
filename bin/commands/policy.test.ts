import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { ask } from "#lib/gateway/ask.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { UsageError } from "./command.ts";
import { policyCheck } from "./policy-check.ts";
import { policyDiff } from "./policy-diff.ts";
import { policyExport } from "./policy-export.ts";
import { policyRehearse } from "./policy-rehearse.ts";

const MAIN = join(PROJECT_ROOT, "bin", "commands", "main.ts");
const home = mkdtempSync(join(tmpdir(), "airlock-policy-"));
const reading = contractOf();
let database: TestDatabase;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, owner.id);
  await pinTool(database.admin, reading);
  const gateway = database.as("gateway");
  for (let n = 0; n < 3; n += 1) await ask(gateway, agent.key, { tool: reading.name, input: {} });
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});

function airlock(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "policy", ...args], {
    encoding: "utf8",
    input,
    env: passEnvironment({ AIRLOCK_HOME: home, AIRLOCK_DB_AUDITOR_URL: database.urls.auditor }),
  });
  return { status, stdout, stderr };
}

/** The policy in force, and this tool held for a person. */
function stricter(): string {
  return JSON.stringify({
    profiles: { careful: { rules: [{ tool: reading.name, people: 1, reason: "Somebody reads it first." }] } },
    agents: { [agent.name]: { profiles: ["careful"] } },
  });
}

describe("airlock policy", () => {
  test("what it exports is in force: it could be proposed, differs in nothing and changes no decision", () => {
    const { status, stdout, stderr } = airlock(["export"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "v1\n" });
    expect(airlock(["check", "-"], stdout)).toMatchObject({ status: 0, stdout: "- says what v1 says.\n" });
    expect(airlock(["diff", "--exact", "-"], stdout)).toMatchObject({ status: 0, stdout: "0 differences, 0 wider\n" });
    expect(airlock(["rehearse", "-"], stdout).stdout).toMatch(
      /^3 calls under - instead of v1.*\nNothing would change\.\n$/,
    );
  });

  test("rehearses the last calls with the auditor's login and says which would change, with their ids", () => {
    const file = join(home, "stricter.yaml");
    writeFileSync(file, stricter());
    const { status, stdout } = airlock(["rehearse", file, "--last", "2", "--json"]);
    expect(status).toBe(0);
    const { inForce, result } = JSON.parse(stdout) as { inForce: number; result: { pairs: { examples: object[] }[] } };
    expect({ inForce, result }).toMatchObject({
      inForce: 1,
      result: { calls: 2, changed: 2, looser: 0, transitions: [{ from: "run", to: "hold 1", calls: 2 }] },
    });
    expect(result.pairs[0]?.examples).toHaveLength(2);
    const told = airlock(["rehearse", file]).stdout;
    expect(told).toContain("run → hold 1");
    expect(told).toContain(`${agent.name} × ${reading.name}: 3 of 3`);
    expect(told).toContain("3 would be decided otherwise: 3 stricter, 0 looser");
  });

  test("a document that is wrong is refused with its lines: check and rehearse exit 1, diff 3", () => {
    const wrong = "profiles:\n  careful:\n    rules:\n      - { tool: no_such_tool, people: 7, reason: x }\n";
    const checked = airlock(["check", "-"], wrong);
    expect(checked.status).toBe(1);
    expect(checked.stdout).toMatch(/^-:4:\d+: /);
    expect(airlock(["rehearse", "-"], wrong)).toMatchObject({ status: 1, stdout: "" });
    expect(airlock(["diff", "-"], wrong)).toMatchObject({ status: 3, stdout: "" });
    const asJson = airlock(["check", "--json", "-"], wrong);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: false, errors: [expect.objectContaining({ line: 4 })] });
  });

  test("a document that allows more exits 1, one that allows less exits 0", () => {
    const inForce = JSON.parse(airlock(["export", "--json"]).stdout) as PolicyDocument;
    const classes = { ...inForce.classes, egress: { ...inForce.classes.egress, none: 1 } };
    expect(airlock(["diff", "-"], JSON.stringify({ classes }))).toMatchObject({ status: 0 });
    const { restricted } = inForce.tool_access.levels;
    const levels = { ...inForce.tool_access.levels, restricted: { ...restricted, requires_approval: [] } };
    const { status, stdout } = airlock(["diff", "-"], JSON.stringify({ tool_access: { levels } }));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^WIDER /);
  });

  test.each([
    ["an unknown flag", policyExport, ["--loudly"]],
    ["a version that is no number", policyExport, ["--version", "two"]],
    ["no document", policyCheck, []],
    ["two documents", policyDiff, ["a.yaml", "b.yaml"]],
    ["a document that is not there", policyCheck, ["/nonexistent"]],
    ["none of the last calls", policyRehearse, ["a.yaml", "--last", "0"]],
    ["more than may be", policyRehearse, ["a.yaml", "--last", "1000001"]],
  ])("%s is a usage error", async (_, command, args) => {
    await expect(command.run(args)).rejects.toThrow(UsageError);
  });

  test("a version that is not there is a usage error", () => {
    expect(airlock(["export", "--version", "99"])).toMatchObject({ status: 2, stdout: "" });
  });
});
