import { expect, type Page } from "playwright/test";
import { makeAgent, type TestAgent } from "#db/testing/fixtures.ts";
import { didWork } from "#db/testing/trust-fixtures.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { goTo } from "./pages/go-to.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { arrange, putInForce } from "./registry-tools.ts";

/** Reaches outside, so an agent at sandboxed has none of it. */
const TOOL: ToolContract = {
  name: `look_out_${Date.now().toString(36)}`,
  description: "Looks out of the window.",
  inputSchema: { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false },
  outputSchema: { type: "string" },
  safetyClass: "read",
  egressClass: "none",
  category: "web",
  actionType: "web:fetch",
  idempotency: "optional",
  idempotent: true,
  policy: { filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "deny" },
  outputContent: "prose",
  runtime: { kind: "external" },
};

let agent: TestAgent;
let asked = 0;

/** An agent of Ravi's, with a strategy of its own, so that it means nothing to the tests beside it. */
test.beforeAll(() =>
  arrange(async (admin) => {
    await putInForce(admin, TOOL);
    const [ravi] = await admin<{ id: string }[]>`select id from agents.people where email = 'ravi@airlock.example'`;
    agent = await makeAgent(admin, ravi?.id ?? "", "standard");
    await admin`
      update agents.agents set trust_config = ${admin.json({ strategy: "weighted" })}, created_at = now() - interval '30 days'
      where id = ${agent.id}`;
    await admin`select airlock.begin_trust(${agent.id})`;
    const [version] = await admin<{ id: string }[]>`
      select pinned_version_id as id from agents.tools_registry where name = ${TOOL.name}`;
    for (const days of [1, 2, 3, 4, 5, 6])
      await didWork(admin, agent.id, version?.id ?? "", { category: "web", ago: `${days} days`, failed: days % 3 });
  }),
);

const ask = async () => {
  asked += 1;
  const { status, error } = await new AgentClient(agent).ask({ tool: TOOL.name, input: { n: asked } });
  return error?.code ?? status;
};

async function confirm(page: Page, label: string, reason: string) {
  await page.getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("trust is given by others, elevated by one more, and taken back before the next call", async ({
  page,
  browser,
}) => {
  expect(await ask()).toBe("access_refused");
  const trustTab = `/agents/${agent.name}?tab=trust`;

  // Its owner sees why they cannot raise it.
  await signIn(page, "ravi");
  await goTo(page, trustTab);
  const levels = page.getByRole("list", { name: "Levels of trust" });
  await expect(levels.getByText("You own this agent: another person raises it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Promote/ })).toHaveCount(0);

  const rita = await (await browser.newContext()).newPage();
  await signIn(rita, "rita");
  await goTo(rita, trustTab);
  await confirm(rita, "Promote to restricted", "Known from another house.");
  expect(await ask()).toBe("running");
  await confirm(rita, "Promote to standard", "As above.");
  // Its ceiling is standard: the step to elevated asks for both.
  await confirm(rita, "Ask for elevated", "It is to deploy.");
  await expect(rita.getByText("elevated waits for a person in the inbox.")).toBeVisible();
  await expect(rita.getByRole("button", { name: /elevated/ })).toHaveCount(0);

  const alan = await (await browser.newContext()).newPage();
  await signIn(alan, "alan");
  const inbox = new ApprovalsPage(alan);
  await inbox.open();
  await inbox.row(`Trust ${agent.name} as elevated`).click();
  await expect(alan.getByText("its declared level rises to elevated in the same decision")).toBeVisible();
  // What its work came to when she asked: six days of forty calls that went well, and six that did not.
  await expect(alan.getByRole("region", { name: "Evidence" }).getByText("240", { exact: true })).toBeVisible();
  // It is long: a yes is taken once it was on the screen whole.
  await alan.getByRole("link", { name: "Its whole history" }).scrollIntoViewIfNeeded();
  await alan.getByRole("button", { name: /^Raise the trust/ }).click();
  const dialog = alan.getByRole("dialog", { name: "Raise the trust" });
  await dialog.getByLabel("Reason").fill("Looked at its record.");
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(dialog).toBeHidden();
  await goTo(rita, trustTab);
  await expect(rita.getByRole("list", { name: "Levels of trust" })).toContainText("elevated");

  await goTo(rita, "/trust/what-if");
  const text = rita.getByRole("textbox", { name: "A trust section as YAML" });
  await text.fill("trust:\n  strategy: weighted\n  promotion_thresholds:\n    sandboxed_to_restricted: 40\n");
  await rita.getByRole("button", { name: "What if" }).click();
  await expect(rita.getByRole("list", { name: "What is wrong" })).toContainText("line 4");
  await text.fill("trust:\n  strategy: weighted\n  promotion_thresholds:\n    sandboxed_to_restricted: 0.3\n");
  await rita.getByRole("button", { name: "What if" }).click();
  await expect(rita.getByRole("table", { name: "When they would have moved" })).toContainText(agent.name);

  // The very next call.
  await goTo(rita, trustTab);
  await rita.getByRole("button", { name: "Report an incident" }).click();
  const report = rita.getByRole("dialog");
  await report.getByLabel("How grave").selectOption("critical");
  await report.getByLabel("What happened").fill("It sent a file where it should not have.");
  await report.getByRole("button", { name: "Report" }).click();
  await expect(report).toBeHidden();
  expect(await ask()).toBe("access_refused");
  await expect(rita.getByRole("list", { name: "Levels of trust" })).toContainText("sandboxed");
});
