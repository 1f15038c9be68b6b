import { expect, type Page } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** Scripts that are fetched when somebody reaches for what they do, and cannot be. */

/** Lets every script come but the one in which these words stand; says how often that one was asked for. */
async function withhold(page: Page, words: string): Promise<() => number> {
  let refused = 0;
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    const answer = await route.fetch();
    if (!(await answer.text()).includes(words)) return route.fulfill({ response: answer });
    refused += 1;
    return route.abort();
  });
  return () => refused;
}

async function askOne(name: string): Promise<{ scribe: AgentClient; id: string }> {
  const scribe = new AgentClient("scribe");
  const { id } = await scribe.ask({ tool: "write_file", input: { path: name, content: "x" } });
  return { scribe, id };
}

test("a page goes on working, its number in the title too, where the script of the browser's messages cannot be fetched", async ({
  page,
  context,
  baseURL,
}) => {
  const name = `unheard-${Date.now()}.md`;
  const { scribe, id } = await askOne(name);
  await signIn(page, "olga");
  await context.addCookies([{ name: "airlock.news", value: "on", url: baseURL ?? "" }]);
  // The lock by which one tab of a browser listens for all.
  const refused = await withhold(page, "airlock.news");
  const inbox = new ApprovalsPage(page);
  await inbox.open();
  await expect.poll(refused, "it was asked for").toBeGreaterThan(0);
  await expect(page).toHaveTitle(/^\(\d+\+?\) /);
  await inbox.select(name);
  await inbox.reject("Only a test.");
  expect(await scribe.wait(id)).toMatchObject({ status: "rejected" });
});

test("the list stays, and what cannot be shown says so, where the script of a card cannot be fetched", async ({
  page,
}) => {
  const name = `unshown-${Date.now()}.md`;
  const { scribe, id } = await askOne(name);
  await signIn(page, "olga");
  const refused = await withhold(page, "No call waits under that id");
  const inbox = new ApprovalsPage(page);
  await inbox.open();
  await inbox.row(name).click();
  await expect(page.getByText("This part of the page could not be fetched")).toBeVisible();
  expect(refused()).toBeGreaterThan(0);
  await expect(inbox.row(name)).toBeVisible();
  // Nothing is decided by a key for which there is nothing to see.
  await page.waitForTimeout(1_000);
  await page.keyboard.press("a");
  expect(await scribe.wait(id, 1)).toMatchObject({ status: "pending" });
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(inbox.detail.getByRole("heading", { level: 1 })).toContainText(name);
  await inbox.reject("Only a test.");
  expect(await scribe.wait(id)).toMatchObject({ status: "rejected" });
});

test("a dialog whose script cannot be fetched takes nothing away, and opens once it can be", async ({ page }) => {
  const name = `unasked-${Date.now()}.md`;
  const { scribe, id } = await askOne(name);
  await signIn(page, "olga");
  // The height of the frame that every dialog has.
  const refused = await withhold(page, "max-h-[88dvh]");
  const inbox = new ApprovalsPage(page);
  await inbox.open();
  await inbox.select(name);
  const reject = page.getByRole("button", { name: /^Reject( R)?$/ });
  await expect(reject).toBeEnabled();
  await reject.click();
  await expect(page.getByText("This could not be fetched")).toBeVisible();
  expect(refused()).toBeGreaterThan(0);
  await expect(inbox.row(name)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await inbox.reject("Only a test.");
  expect(await scribe.wait(id)).toMatchObject({ status: "rejected" });
});

test("an answer that is lost with the connection is told, although what shows news cannot be fetched; the page goes on", async ({
  page,
  context,
}) => {
  const name = `cut-off-${Date.now()}.md`;
  const { scribe, id } = await askOne(name);
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open();
  await inbox.select(name);
  await expect(inbox.approveButton).toBeEnabled();
  await context.setOffline(true);
  await inbox.approve();
  await expect(page.getByText("The answer was lost.")).toBeVisible();
  await expect(inbox.row(name)).toBeVisible();
  expect(await scribe.wait(id, 1)).toMatchObject({ status: "pending" });
  await context.setOffline(false);
  await inbox.reject("Only a test.");
  expect(await scribe.wait(id)).toMatchObject({ status: "rejected" });
});
