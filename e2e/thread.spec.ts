import { expect } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { goTo } from "./pages/go-to.ts";
import { signIn } from "./pages/sign-in-page.ts";

test("two agents ask, a live page shows both, one is approved and runs, one is rejected and told why", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const scout = new AgentClient("scout");
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open();

  const name = `e2e-${Date.now()}`;
  const content = `# ${name}\n`;
  const written = await scribe.ask({
    tool: "write_file",
    input: { path: `${name}.md`, content },
    justification: "The test needs a file.",
  });
  const refused = await scout.ask({ tool: "write_file", input: { path: `${name}-scout.md`, content } });
  expect([written.httpStatus, written.status]).toEqual([202, "pending"]);
  expect([refused.httpStatus, refused.status]).toEqual([202, "pending"]);

  // Nobody reloads: the page hears of both by itself.
  await inbox.showNew(2);
  await inbox.select(`${name}.md`);
  await expect(inbox.detail).toContainText("Held for one person");
  await expect(inbox.detail).toContainText("The test needs a file.");
  await inbox.approve();
  await expect(page.getByText("It runs now.")).toBeVisible();
  const done = await scribe.wait(written.id);
  expect(done).toMatchObject({ status: "completed", output: { bytes: Buffer.byteLength(content) } });

  await inbox.select(`${name}-scout.md`);
  await inbox.reject("Wrong workspace: ask scribe.");
  expect(await scout.wait(refused.id)).toMatchObject({ status: "rejected", reason: "Wrong workspace: ask scribe." });

  const read = await scribe.ask({ tool: "read_file", input: { path: `${name}.md` }, waitSeconds: 30 });
  expect(read).toMatchObject({ httpStatus: 200, status: "completed", output: { text: content } });
});

test("the record of a call shows how it was decided, where it ran, and raw beside cleaned to a reviewer", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const read = await scribe.ask({ tool: "read_file", input: { path: "inbox/partner-reply.txt" }, waitSeconds: 30 });
  expect(read.status).toBe("completed");
  expect(JSON.stringify(read.output)).not.toMatch(/ghp_|\\u001b/);

  await signIn(page, "rita");
  await goTo(page, `/invocations/${read.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("partner-reply.txt");
  await page.getByRole("link", { name: /^Plan/ }).click();
  await expect(page.getByText("bubblewrap").first()).toBeVisible();
  await page.getByRole("link", { name: /^Output/ }).click();
  await expect(page.getByText("what the model saw")).toBeVisible();
  await page.getByRole("button", { name: /raw/i }).first().click();
  await expect(page.getByText(/ghp_/).first()).toBeVisible();
  await page.getByRole("link", { name: /^Audit \d/ }).click();
  await expect(page.getByText("output.raw_read").first()).toBeVisible();
});

test("a call is found again by a word of its arguments, and the search lives in the address", async ({ page }) => {
  const word = `lost${Date.now()}`;
  await new AgentClient("scribe").ask({ tool: "read_file", input: { path: `notes/${word}.txt` }, waitSeconds: 30 });

  await signIn(page, "olga");
  await goTo(page, "/invocations");
  const calls = page.getByRole("table", { name: "Calls" }).getByRole("row");
  await page.getByRole("searchbox", { name: "Search calls" }).fill(`${word} scribe`);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await expect(calls.filter({ hasText: word })).toHaveCount(1);
  await expect(calls).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search calls" }).fill(`${word} nobody`);
  await expect(page.getByText("No call matches.")).toBeVisible();
});

test("a held call is shown whole: hidden letters by name, and nothing of it as markup or link", async ({ page }) => {
  const scout = new AgentClient("scout");
  const path = `m\u0430in-${Date.now()}.md`;
  const content = "<img src=x onerror=alert(1)> [click](http://evil.example) \u202ereversed";
  const asked = await scout.ask({ tool: "write_file", input: { path, content } });
  await signIn(page, "omar");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${asked.id}`);
  await expect(inbox.detail).toContainText("U+0430");
  await expect(inbox.detail).toContainText("U+202E");
  await expect(inbox.detail).toContainText("<img src=x onerror=alert(1)>");
  await expect(inbox.detail.locator("img")).toHaveCount(0);
  await expect(inbox.detail.locator('a[href*="evil"]')).toHaveCount(0);
  await inbox.reject("Look-alike letters in the name.");
});
