import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, pinTool } from "#db/testing/fixtures.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";
import { compileSchema } from "#lib/registry/schema-compiler.ts";
import { type McpDoor, openMcpDoor } from "../mcp/door.fixture.ts";
import { listTools, loadTool, loadToolResource } from "./discover.ts";
import { bodyOf, estimateTokens, resourceOf, summaryOf, tokensOf } from "./levels.ts";
import { modelSchema } from "./model-schema.ts";
import { type LoadedTool, planLoad, planPressure } from "./plan-load.ts";
import type { DisclosureTerms } from "./terms.ts";

const TERMS: DisclosureTerms = {
  l1_token_budget: 3_000,
  l2_token_budget: 15_000,
  auto_unload_on_budget_pressure: true,
  unload_threshold_percent: 80,
  disclosure_above_tools: 30,
};

describe("what a model is shown of a definition", () => {
  const hidden = "Reads a file.\u{e0041}\u200b\u202e";
  const tool = {
    version: 1,
    definitionHash: "al1:sha256:x",
    requiresApproval: false,
    contract: toolContractSchema.parse(
      contractOf({
        title: hidden,
        description: `${hidden}\n${"x".repeat(4_000)}`,
        costTier: "low",
        inputSchema: {
          type: "object",
          $comment: "for authors",
          properties: {
            description: { type: "string", "x-airlock": "path", description: "y".repeat(5_000), default: hidden },
            deep: { anyOf: [{ items: { title: hidden, enum: ["a\u200b"] } }], examples: ["z".repeat(9_000)] },
          },
        },
        failureModes: [hidden],
        examples: [{ input: { path: hidden } }],
        resources: [{ id: "guide", title: hidden, text: `${hidden}# Guide` }],
      }),
    ),
  };

  test("has nothing in it that does not show, at any level and any depth, but what decides whether an input fits", () => {
    const unseen = /[\p{Default_Ignorable_Code_Point}\u202e]/u;
    const body = bodyOf(tool);
    const schema = body.inputSchema as { properties: { description: { default: string } } };
    expect(schema.properties.description.default).toBe(hidden);
    const shown = JSON.stringify([summaryOf(tool), body, resourceOf(tool, "guide")])
      .replaceAll(JSON.stringify(hidden), "")
      .replaceAll('"a\u200b"', "");
    expect(shown).not.toMatch(unseen);
    expect(shown).toContain("Reads a file.");
  });

  test("is cut at every depth, and has no notes between authors and no orders to our gate", () => {
    const body = bodyOf(tool);
    const text = JSON.stringify(body.inputSchema);
    expect(text).not.toMatch(/for authors|x-airlock|y{1025}|z{2001}/);
    expect(text).toMatch(/y{1023}…/);
    expect(tokensOf(body)).toBeLessThan(5_000);
    expect(body.resources).toEqual([
      { id: "guide", title: "Reads a file.", tokens: estimateTokens(`${hidden}# Guide`) },
    ]);
    expect(resourceOf(tool, "guide")).toMatchObject({ mimeType: "text/markdown", text: "Reads a file.# Guide" });
    expect(resourceOf(tool, "other")).toBeUndefined();
  });

  test.each([
    ["contentSchema", (inner: object) => ({ contentMediaType: "application/json", contentSchema: inner })],
    ["additionalItems", (inner: object) => ({ items: [{}], additionalItems: inner })],
    ["dependencies", (inner: object) => ({ dependencies: { a: inner, b: ["a"] } })],
  ])("is cut and clean under %s too", (_keyword, wrap) => {
    const shown = JSON.stringify(modelSchema(wrap({ description: `${hidden}${"y".repeat(5_000)}`, $comment: "no" })));
    expect(shown).not.toMatch(/\u200b|\u202e|y{1025}|\$comment/u);
    expect(shown).toMatch(/y{900}/);
  });

  test("accepts and refuses what the reviewed schema does", () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string", title: "T".repeat(300), pattern: "^a+$" }, n: { enum: [1, "b\u200b"] } },
      required: ["title"],
      additionalProperties: false,
      $comment: "x",
    };
    const check = (each: Record<string, unknown>) => {
      const compiled = compileSchema(each, "first");
      if (!compiled.ok) throw new Error(compiled.message);
      return compiled.value;
    };
    const reviewed = check(schema);
    const shown = check(modelSchema(schema) as Record<string, unknown>);
    const inputs = fc.record(
      { title: fc.oneof(fc.constant("aaa"), fc.string()), n: fc.constantFrom(1, 2, "b\u200b", "b"), x: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(inputs, (input) => (reviewed(input) === undefined) === (shown(input) === undefined)));
  });
});

describe("loading", () => {
  const tools = fc.uniqueArray(
    fc.record({ tool: fc.stringMatching(/^[a-z]{1,3}$/), tokens: fc.integer({ min: 1, max: 8_000 }) }),
    { selector: ({ tool }) => tool, maxLength: 30 },
  );

  test("never holds more than the budget, never forgets the newest, and gives up the oldest first", () => {
    fc.assert(
      fc.property(tools, (wanted) => {
        let loaded: readonly LoadedTool[] = [];
        for (const next of wanted) {
          const before: readonly LoadedTool[] = loaded;
          const plan = planLoad(before, next, TERMS);
          if (!plan.ok) throw new Error(plan.message);
          loaded = plan.value.loaded;
          expect(loaded.at(-1)).toEqual(next);
          expect(loaded.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(TERMS.l2_token_budget);
          expect(plan.value.unloaded).toEqual(before.slice(0, plan.value.unloaded.length).map(({ tool }) => tool));
          expect(loaded.slice(0, -1)).toEqual(before.slice(plan.value.unloaded.length));
        }
      }),
    );
  });

  test("gives nothing up by itself where that is switched off, and says what is in the way", () => {
    const held = { ...TERMS, auto_unload_on_budget_pressure: false };
    const full = [{ tool: "a", tokens: 14_000 }];
    expect(planLoad(full, { tool: "b", tokens: 2_000 }, held)).toMatchObject({
      ok: false,
      code: "disclosure_budget",
      details: { loaded: full },
    });
    expect(planPressure(full, 99, held).unloaded).toEqual([]);
    expect(planLoad([], { tool: "b", tokens: 16_000 }, TERMS)).toMatchObject({ ok: false, code: "disclosure_budget" });
  });

  test("gives up the oldest when the context is fuller than the threshold, and not at it", () => {
    const two = [
      { tool: "a", tokens: 1 },
      { tool: "b", tokens: 1 },
    ];
    expect(planPressure(two, 80, TERMS).unloaded).toEqual([]);
    expect(planPressure(two, 80.1, TERMS)).toEqual({ loaded: [two[1]], unloaded: ["a"] });
    expect(planPressure([], 100, TERMS).unloaded).toEqual([]);
  });
});

describe("in a session", () => {
  let door: McpDoor;
  const names = Array.from({ length: 40 }, (_, at) => `shelf_${String(at).padStart(2, "0")}`);
  beforeAll(async () => {
    door = await openMcpDoor();
    for (const name of names) {
      await pinTool(
        door.database.admin,
        contractOf({
          name,
          description: `Takes a book. ${"It is long. ".repeat(170)}`,
          summary: "Takes a book.",
          resources: [{ id: "guide", title: "How", text: "# How" }],
        }),
      );
    }
  });
  afterAll(async () => {
    expect(door.reported).toEqual([]);
    await door.close();
  });
  const asker = (session: string, more: object = {}) => ({
    sql: door.gateway.sql,
    key: door.agent.key,
    session,
    ...more,
  });
  const valueFrom = <T>(outcome: { ok: true; value: T } | { ok: false; message: string }): T => {
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value;
  };

  test("pages of the list hold the budget and together are all tools, once each", async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; ) {
      const page = valueFrom(await listTools(asker("pages", { chosen: { l1_token_budget: 400 } }), cursor));
      expect(page.tools.reduce((sum, tool) => sum + tokensOf(tool), 0)).toBeLessThanOrEqual(400);
      expect(page.total).toBe(names.length);
      seen.push(...page.tools.map(({ name }) => name));
      pages += 1;
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(names);
    expect(pages).toBeGreaterThan(3);
    expect(await listTools(asker("pages"), "!")).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test("what is loaded is remembered, also by another process; two who load at once lose nothing", async () => {
    const load = (name: string, more: object = {}) => loadTool(asker("shared", more), name);
    await Promise.all(names.slice(0, 4).map((name) => load(name)));
    const fifth = valueFrom(await load("shelf_04"));
    expect(new Set(fifth.loaded?.map(({ tool }) => tool))).toEqual(new Set(names.slice(0, 5)));
    const oldest = fifth.loaded?.[0]?.tool;
    const pressed = valueFrom(await load("shelf_05", { fillPercent: 90 }));
    expect(pressed.unloaded).toEqual([oldest]);
    const given = valueFrom(await loadTool(asker("shared"), "shelf_06", ["shelf_05"]));
    expect(given.unloaded).toEqual(["shelf_05"]);
    // Another session, and another agent's of the same name, know nothing of it.
    expect(valueFrom(await loadTool(asker("other"), "shelf_00")).loaded).toHaveLength(1);
    const stranger = await makeAgent(door.database.admin, door.owner.id);
    const theirs = valueFrom(await loadTool({ ...asker("shared"), key: stranger.key }, "shelf_00"));
    expect(theirs.loaded).toHaveLength(1);
  });

  test("a resource is found by its id, of a tool that the agent may use", async () => {
    expect(await loadToolResource(asker("a"), "shelf_00", "guide")).toMatchObject({
      ok: true,
      value: { text: "# How" },
    });
    expect(await loadToolResource(asker("a"), "shelf_00", "none")).toMatchObject({ ok: false, code: "not_found" });
    expect(await loadToolResource(asker("a"), "nothing", "guide")).toMatchObject({ ok: false, code: "unknown_tool" });
  });

  test.each(["auto", "legacy"] as const)(
    "over MCP (%s) more than thirty tools are shown as they are loaded, and who listens hears of it",
    async (era) => {
      const session = `mcp-${era}`;
      const client = await door.connect(era, { session });
      const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
      const own = ["list_tools", "load_tool", "load_tool_resource", "airlock_status"];
      expect(await listed()).toEqual(own);
      let heard = 0;
      client.setNotificationHandler("notifications/tools/list_changed", () => {
        heard += 1;
      });
      if (era === "auto") await client.listen({ toolsListChanged: true });
      await client.callTool({ name: "load_tool", arguments: { name: "shelf_07" } });
      await client.callTool({ name: "load_tool", arguments: { name: "shelf_03" } });
      await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(0);
      door.restart();
      expect(await listed()).toEqual([...own, "shelf_07", "shelf_03"]);
      // The runtime says how full it is with any request.
      await client.listTools({ _meta: { "airlock/context_fill_percent": 95 } });
      expect(await listed()).toEqual([...own, "shelf_03"]);
      const whole = await door.connect(era, { session, query: "?disclosure=all" });
      expect((await whole.listTools()).tools).toHaveLength(own.length + names.length);
    },
  );

  test("who listens hears when a person takes a tool away", async () => {
    const heard: string[] = [];
    const legacy = await door.connect("legacy", { session: "takes" });
    const current = await door.connect("auto", { session: "takes" });
    legacy.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("legacy"));
    current.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("current"));
    await current.listen({ toolsListChanged: true });
    // The earlier revisions' client opens its stream by itself, some time after it has connected.
    const take = async () => {
      await door.database.admin`
        update agents.tools_registry set state = case state when 'active' then 'quarantined' else 'active' end
        where name = 'shelf_39'`;
      await door.database.admin.notify("airlock_events", "");
      return new Set(heard);
    };
    await expect.poll(take, { timeout: 15_000, interval: 1_200 }).toEqual(new Set(["legacy", "current"]));
  });
});
