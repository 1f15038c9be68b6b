import { expect } from "playwright/test";
import type { ToolContract } from "#lib/registry/contract.ts";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { goTo, reload } from "./pages/go-to.ts";
import { InvocationPage } from "./pages/invocation-page.ts";
import { PolicyPage } from "./pages/policy-page.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { arrange, putInForce } from "./registry-tools.ts";

/** Its own in every process: a policy that is in force stays, and must mean nothing to the tests beside it. */
const RUN = Date.now().toString(36);
const PROFILE = `quiet_${RUN}`;
const TOOL: ToolContract = {
  name: `look_up_${RUN}`,
  description: "Looks a word up.",
  inputSchema: { type: "object", properties: { word: { type: "string" } }, additionalProperties: false },
  outputSchema: { type: "string" },
  safetyClass: "read",
  egressClass: "none",
  category: "file_system",
  actionType: "fs:read",
  idempotency: "optional",
  idempotent: true,
  policy: { filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "deny" },
  outputContent: "prose",
  runtime: { kind: "external" },
};

interface Written {
  profiles: Record<string, { rules: { action?: string; tool?: string; deny: true; reason: string }[] }>;
  agents: Record<string, { profiles?: string[] }>;
}

test.beforeAll(() => arrange((admin) => putInForce(admin, TOOL)));

test("a mistake is told with its line and changes nothing; mended, proposed and approved, it decides the next call", async ({
  page,
  browser,
}) => {
  const scribe = new AgentClient("scribe");
  expect((await scribe.ask({ tool: TOOL.name, input: { word: "a" } })).status).toBe("running");

  await signIn(page, "ada");
  const policy = new PolicyPage(page);
  await policy.edit();
  const rule = { deny: true as const, reason: "Nobody looks anything up today." };
  const mistaken = await policy.rewrite((document) => addProfile(document, [{ action: "fs:shred", ...rule }]));
  const line = mistaken.split("\n").findIndex((text) => text.includes("fs:shred")) + 1;
  await expect(policy.problems).toHaveCount(1);
  await expect(policy.problems).toContainText(`line ${line}`);
  await expect(policy.problems).toContainText("fs:shred");
  await policy.text.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Changes" })).toBeHidden();
  await policy.problems.click();
  await expect(policy.text).toBeFocused();
  const before = Number(
    /You write from v(\d+)/.exec((await page.getByText("You write from").textContent()) ?? "")?.[1],
  );

  // What was typed outlives a reload.
  await reload(page);
  await expect(policy.text).toHaveValue(mistaken);
  await policy.rewrite((document) => addProfile(document, [{ tool: TOOL.name, ...rule }]));
  await expect(policy.problems).toHaveCount(0);
  await policy.preview();
  await expect(page.getByText("one reviewer has to agree")).toBeVisible();
  const version = await policy.propose("For the browser tests.");
  expect(version).toBeGreaterThan(before);
  await page.getByRole("link", { name: "Where it waits" }).click();
  await expect(page.getByText("You cannot decide: your role is admin").first()).toBeVisible();
  const waits = page.url();
  expect((await scribe.ask({ tool: TOOL.name, input: { word: "b" } })).status).toBe("running");

  const reviewer = await browser.newPage();
  await signIn(reviewer, "rita");
  await goTo(reviewer, waits);
  await expect(reviewer.getByRole("heading", { level: 1, name: `Put policy v${version} in force` })).toBeVisible();
  await expect(reviewer.getByText(TOOL.name).first()).toBeVisible();
  await reviewer.locator("[data-reading]").focus();
  const approve = reviewer.getByRole("button", { name: /^Put it in force/ });
  await expect(async () => {
    await reviewer.keyboard.press("PageDown");
    await expect(approve).toBeEnabled({ timeout: 300 });
  }).toPass({ intervals: [100] });
  await approve.click();
  const dialog = reviewer.getByRole("dialog", { name: "Put it in force" });
  await dialog.getByLabel("Reason").fill("Read it.");
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(dialog).toBeHidden();

  const denied = await scribe.ask({ tool: TOOL.name, input: { word: "c" } });
  expect(denied).toMatchObject({ httpStatus: 403, error: { message: expect.stringContaining(rule.reason) } });
  const calls = await arrange(
    (admin) =>
      admin<{ id: string }[]>`select id from agents.tool_invocations where status = 'denied' order by id desc limit 1`,
  );
  await new InvocationPage(reviewer).open(calls[0]?.id ?? "");
  await expect(reviewer.getByRole("link", { name: `policy v${version}` })).toBeVisible();
  await expect(reviewer.getByText("profile.tool").first()).toBeVisible();

  await goTo(page, "/policies");
  await expect(page.getByRole("link", { name: `v${version}`, exact: true })).toBeVisible();
  // In the page's own part: while it streams in, what is to come stands beside it for a moment, hidden.
  await expect(page.getByRole("main").getByText("Rita Sousa")).toBeVisible();
  await reviewer.close();
});

/** The document with one more profile, given to the scribe. */
function addProfile(document: unknown, rules: Written["profiles"][string]["rules"]): Written {
  const { profiles, agents, ...rest } = document as Written;
  const others = (agents.scribe?.profiles ?? []).filter((name) => name !== PROFILE);
  return {
    ...rest,
    profiles: { ...profiles, [PROFILE]: { rules } },
    agents: { ...agents, scribe: { ...agents.scribe, profiles: [...others, PROFILE] } },
  };
}
