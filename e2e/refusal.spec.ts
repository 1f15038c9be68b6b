import { expect } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { demo, gatewayUrl } from "./demo.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { goTo } from "./pages/go-to.ts";
import { signIn } from "./pages/sign-in-page.ts";

test("a call beyond an agent's reach is refused at once, with its reason, and the record shows which check said no", async ({
  page,
}) => {
  const scout = new AgentClient("scout");
  const refused = await scout.ask({ tool: "read_file", input: { path: "../../etc/shadow" } });
  expect(refused.httpStatus).toBe(403);
  expect(refused.error?.code).toBe("path_refused");

  await signIn(page, "vera");
  await goTo(page, "/invocations?status=denied");
  await page
    .getByRole("link", { name: /shadow/ })
    .first()
    .click();
  await expect(page.getByText("gate.path").first()).toBeVisible();
});

test("a viewer sees a held call and has no way to decide it", async ({ page }) => {
  const scribe = new AgentClient("scribe");
  const asked = await scribe.ask({ tool: "write_file", input: { path: `viewer-${Date.now()}.md`, content: "x" } });
  await signIn(page, "vera");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${asked.id}`);
  await expect(page.getByRole("button", { name: "Approve" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Reject" })).toBeDisabled();
});

test("the kill switch stops what is asked, from any page, and lets it go again", async ({ page }) => {
  const scribe = new AgentClient("scribe");
  await signIn(page, "omar");
  await goTo(page, "/");
  await page.getByRole("button", { name: "Stop all" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("A drill.");
  await dialog.getByRole("button", { name: /stop/i }).click();
  await expect(dialog).toBeHidden();
  const stopped = await scribe.ask({ tool: "read_file", input: { path: "notes/week-46.md" } });
  expect([stopped.httpStatus, stopped.error?.code]).toEqual([503, "stopped"]);

  await page
    .getByRole("button", { name: /release|resume|go on/i })
    .first()
    .click();
  const release = page.getByRole("dialog");
  await release.getByRole("textbox").fill("The drill is over.");
  await release.getByRole("button", { name: /release|resume|go on/i }).click();
  await expect(release).toBeHidden();
  expect(await scribe.ask({ tool: "read_file", input: { path: "notes/week-46.md" }, waitSeconds: 30 })).toMatchObject({
    status: "completed",
  });
});

test("signing out ends the session for every copy of its cookie", async ({ page, browser }) => {
  await signIn(page, "alan");
  const copy = await browser.newContext({ storageState: await page.context().storageState() });
  const stolen = await copy.newPage();
  await goTo(stolen, "/registry");
  await expect(stolen).not.toHaveURL(/sign-in/);
  await goTo(page, "/");
  await page.getByRole("button", { name: /Alan/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);
  await goTo(stolen, "/registry");
  await expect(stolen).toHaveURL(/sign-in/);
});

test("bad requests are refused by name, whatever is wrong with them", async ({ request }) => {
  const headers = { authorization: `Bearer ${demo().agents.scribe}`, "content-type": "application/json" };
  const url = `${gatewayUrl()}/api/v1/invocations`;
  const cases: [string, number, string][] = [
    ["{", 400, "malformed_request"],
    ['{"tool":"read_file","tool":"write_file","input":{}}', 400, "malformed_request"],
    ['{"tool":"read_file","input":{"path":"a"},"idempotencykey":"typo"}', 400, "malformed_request"],
    ['{"tool":"no_such_tool","input":{}}', 404, "unknown_tool"],
    ['{"tool":"read_file","input":{}}', 422, "invalid_input"],
    ['{"tool":"read_file","input":{"path":"a","maxBytes":9007199254740993}}', 400, "malformed_request"],
    [JSON.stringify({ tool: "read_file", input: { path: "x".repeat(300_000) } }), 413, "input_too_large"],
  ];
  for (const [data, status, code] of cases) {
    const response = await request.post(url, { headers, data: Buffer.from(data) });
    expect([data.slice(0, 60), response.status(), (await response.json()).error.code]).toEqual([
      data.slice(0, 60),
      status,
      code,
    ]);
  }
  const keyless = await request.post(url, { headers: { "content-type": "application/json" }, data: Buffer.from("{}") });
  expect([keyless.status(), (await keyless.json()).error.code]).toEqual([401, "bad_agent_key"]);
});
