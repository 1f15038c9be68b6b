import { describe, expect, test } from "vitest";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { diffPermissions } from "#lib/registry/manifest/diff-permissions.ts";
import { permissionsOf } from "#lib/registry/manifest/permissions-of.ts";
import { EXAMPLE_SETTINGS } from "./example-settings.ts";
import { OPT_IN } from "./opt-in.ts";
import { loadToolSettings } from "./read-settings.ts";
import { type Registration, shippedTools } from "./register.ts";
import { wholeShelf } from "./whole-shelf.ts";

async function registered(): Promise<Registration[]> {
  const settings = loadToolSettings(EXAMPLE_SETTINGS);
  if (!settings.ok) throw new Error(settings.message);
  return shippedTools(settings.value);
}

describe("the whole shelf", () => {
  test("has tools of every category but mcp, whose tools come from their servers", async () => {
    const shelf = new Set((await registered()).map(({ contract }) => contract.category));
    expect(CATEGORIES.filter((category) => !shelf.has(category))).toEqual(["mcp"]);
  });

  test("uses every action type of version control, deployment, databases and communication", async () => {
    const used = new Set((await registered()).map(({ contract }) => contract.actionType));
    const promised = ACTION_TYPES.filter((type) => /^(vcs|deploy|db|comms):/.test(type));
    expect(promised.filter((type) => !used.has(type))).toEqual([]);
  });

  test("leaves nothing of a policy unspecified, and is quiet under the scanner", async () => {
    for (const { contract, findings } of await registered()) {
      const { name, policy } = contract;
      expect([name, Object.keys(policy).sort()]).toEqual([
        name,
        ["environment", "exec", "filesystem", "limits", "network", "risk"],
      ]);
      expect([name, findings]).toEqual([name, []]);
    }
  });

  test("every tool shows how it is called and says how it fails", async () => {
    for (const { contract } of await registered()) {
      expect([contract.name, contract.examples?.length ?? 0]).not.toEqual([contract.name, 0]);
      if (contract.safetyClass !== "read") {
        expect([contract.name, contract.failureModes?.length ?? 0]).not.toEqual([contract.name, 0]);
      }
    }
  });

  test("the example names every section that there is", () => {
    const read = loadToolSettings(EXAMPLE_SETTINGS);
    expect(read.ok).toBe(true);
    for (const name of Object.keys(OPT_IN)) expect(EXAMPLE_SETTINGS).toContain(`  ${name}:`);
  });
});

test("no tool comes to touch more than the golden manifest says, unless somebody changes that on purpose", async () => {
  const tools = wholeShelf().map(({ contract }) => ({ name: contract.name, ...permissionsOf(contract) }));
  await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot("golden/shelf.json");
  // The control: a tool that asks for more is another manifest, and the differ calls it a widening.
  const [first] = wholeShelf();
  if (!first) throw new Error("The shelf is empty.");
  const wider = { ...first.contract, policy: { ...first.contract.policy, exec: "allow" as const } };
  const changes = diffPermissions(permissionsOf(first.contract), permissionsOf(wider));
  expect(changes).toMatchObject([{ code: "tool.exec.widened", widening: true }]);
});

describe("an installation's settings", () => {
  test.each([
    ["a host with a pattern where a credential goes", "database: { host: '*.example.com:5432', database: shop }"],
    ["a network instead of a host", "git_push: { host: '10.0.0.0/8:443' }"],
    ["a host without a port", "metrics: { host: prometheus.example.com }"],
    ["an unknown provider", "web_search: { provider: bing, host: 'a.example:443' }"],
    ["a form whose flag is none", "listed_commands: { forms: [{ program: ls, flags: [l] }] }"],
    ["an unknown key", "slack: { channels: ['#a'], token: abc }"],
    ["an unknown section", "payments: { host: 'a.example:443' }"],
  ])("with %s are refused with the line", (_name, section) => {
    expect(loadToolSettings(`tools:\n  ${section}\n`)).toMatchObject({
      ok: false,
      code: "bad_configuration",
      message: expect.stringContaining("Line 2"),
    });
  });

  test("leave a tool off the shelf whose section is not there", async () => {
    const names = (await shippedTools()).map(({ contract }) => contract.name);
    expect(names).not.toContain("db_query");
    expect(names).toContain("memory_store");
  });
});
