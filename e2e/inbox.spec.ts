import { expect } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { setNumber, withOwner } from "./inbox-ground.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { goTo } from "./pages/go-to.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** How often two people meet on one call; a longer run sets more. */
const RACES = Number(process.env.AIRLOCK_E2E_RACES ?? 1);

test("an argument with a BiDi override and 6 KB of text shows its marker and its tail, and is approved only once it was opened", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const name = `tail-${Date.now()}.md`;
  const held = await scribe.ask({
    tool: "write_file",
    input: { path: name, content: `invoice\u202efdp.exe ${"filler ".repeat(880)}rm -rf the-dangerous-tail` },
  });
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${held.id}`);
  await expect(inbox.detail.getByText("U+202E").first()).toBeVisible();
  await expect(inbox.detail.getByText("the-dangerous-tail").first()).toBeVisible();
  const approve = inbox.approveButton;
  await expect(approve).toBeDisabled();
  await page.keyboard.press("a");
  await expect(approve).toBeDisabled();
  await inbox.openLongValues();
  await expect(approve).toBeEnabled();
  await inbox.reject("Only a test.");
  expect(await scribe.wait(held.id)).toMatchObject({ status: "rejected" });
});

test("while the stream is cut, calls are asked and expire; back on line the list is right and no dead card has a live button", async ({
  page,
  context,
}) => {
  const scribe = new AgentClient("scribe");
  const stamp = Date.now();
  const ask = (what: string) =>
    scribe.ask({ tool: "write_file", input: { path: `${what}-${stamp}.md`, content: "x" } });
  const dying = await ask("dying");
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${dying.id}`);
  const approve = inbox.approveButton;
  await expect(approve).toBeEnabled();

  await context.setOffline(true);
  await withOwner(async (sql) => {
    await sql`update agents.tool_invocations set expires_at = now() where id = ${dying.id}`;
    await sql`update agents.approvals set expires_at = now() where subject_id = ${dying.id}`;
  });
  const fresh = await ask("fresh");
  expect(await scribe.wait(dying.id, 20)).toMatchObject({ status: "expired" });
  await context.setOffline(false);

  await expect(approve).toBeHidden();
  await expect(page.getByText("expired").first()).toBeVisible();
  await inbox.showNew();
  await expect(inbox.row(`fresh-${stamp}.md`)).toBeVisible();
  await inbox.select(`fresh-${stamp}.md`);
  await inbox.reject("Only a test.");
  expect(await scribe.wait(fresh.id)).toMatchObject({ status: "rejected" });
});

test("an agent sends 500 different calls: as many cards as it may have, and a meter shows the rest", async ({
  page,
}) => {
  await setNumber("agent_open_cards", 10);
  const scout = new AgentClient("scout");
  const stamp = Date.now();
  const answers = [];
  for (let batch = 0; batch < 20; batch += 1) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          scout.ask({ tool: "write_file", input: { path: `flood-${stamp}-${batch}-${n}.md`, content: "x" } }),
        ),
      )),
    );
  }
  const waiting = answers.filter(({ status }) => status === "pending");
  expect(waiting.length).toBeLessThanOrEqual(10);
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open("/approvals?q=flood-");
  await expect(inbox.list.getByRole("button")).toHaveCount(waiting.length);
  await expect(
    page
      .getByText(/refused/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await withOwner(
    (sql) => sql`
    select airlock.end_invocation(i.id, 'cancelled', 'system', 'test', null) from agents.tool_invocations i
    where i.id in ${sql(waiting.map(({ id }) => id))}`,
  );
});

test("whatever the list does while an approval is on its way, the call that was on the screen is the one that is decided", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const stamp = Date.now();
  const ask = (what: string) =>
    scribe.ask({ tool: "write_file", input: { path: `${what}-${stamp}.md`, content: "x" } });
  const [meant, other] = [await ask("meant"), await ask("other")];
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${meant.id}`);
  await expect(inbox.approveButton).toBeEnabled();
  // The answer is slow: meanwhile the list is filtered, another call is selected, and new ones come in.
  await page.route("**/approvals**", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await inbox.approve();
  const third = await ask("third");
  await inbox.row(`other-${stamp}.md`).click();
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder(/filter|search/i))
    .first()
    .fill(`${stamp}`);
  expect(await scribe.wait(meant.id)).toMatchObject({ status: "completed" });
  expect(await scribe.wait(other.id, 1)).toMatchObject({ status: "pending" });
  await expect(inbox.detail.getByRole("heading", { level: 1 }), "what the person chose stays chosen").toContainText(
    `other-${stamp}.md`,
  );
  await page.unroute("**/approvals**");
  await inbox.reject("Only a test.");
  expect(await scribe.wait(other.id)).toMatchObject({ status: "rejected" });
  await withOwner((sql) => sql`select airlock.end_invocation(${third.id}, 'cancelled', 'system', 'test', null)`);
});

test("pages that follow no hints show a decision to whoever comes back to them, and to whoever left before its answer came", async ({
  page,
}) => {
  const scribe = new AgentClient("scribe");
  const stamp = Date.now();
  const ask = (what: string) =>
    scribe.ask({ tool: "write_file", input: { path: `${what}-${stamp}.md`, content: "x" } });
  const [back, left] = [await ask("back"), await ask("left")];
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  const record = (id: string) => page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
  await goTo(page, "/invocations");
  await expect(record(back.id)).toContainText("pending");

  const leaveFor = (name: string) => page.getByRole("link", { name }).first().click();
  await leaveFor("Approvals");
  await inbox.select(`back-${stamp}.md`);
  await inbox.reject("Only a test.");
  await expect(page.getByText(/^Rejected:/).first()).toBeVisible();
  await page.goBack();
  await expect(record(back.id)).toContainText("rejected");

  await leaveFor("Approvals");
  await inbox.select(`left-${stamp}.md`);
  await page.route("**/approvals**", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await page.getByRole("button", { name: /^Reject( R)?$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject this call" });
  await dialog.getByLabel("Reason").fill("Only a test.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await page.goBack();
  await expect(record(left.id)).toContainText("pending");
  await expect(record(left.id)).toContainText("rejected");
});

test(`two people click at the same moment, ${RACES} times: one decision, one run, and the other is told calmly`, async ({
  browser,
}) => {
  test.setTimeout(60_000 + RACES * 15_000);
  await setNumber("agent_open_cards", 1_000);
  const scribe = new AgentClient("scribe");
  const pages = await Promise.all(
    ["olga", "omar"].map(async (person) => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, person);
      return new ApprovalsPage(page);
    }),
  );
  for (let race = 0; race < RACES; race += 1) {
    const name = `race-${Date.now()}.md`;
    const held = await scribe.ask({ tool: "write_file", input: { path: name, content: "x" } });
    await Promise.all(
      pages.map(async (inbox) => {
        await inbox.open(`/approvals?id=${held.id}`);
        await expect(inbox.approveButton).toBeEnabled();
      }),
    );
    // Taken before, so that neither click waits for what the other one did.
    const buttons = await Promise.all(pages.map(({ approveButton }) => approveButton.elementHandle()));
    await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));
    expect(await scribe.wait(held.id)).toMatchObject({ status: "completed" });
    const [record] = await withOwner(
      (sql) => sql<{ votes: number; runs: number }[]>`
      select (select count(*)::int from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${held.id}) as votes,
        (select count(*)::int from agents.invocation_runs r where r.invocation_id = ${held.id}) as runs`,
    );
    expect(record).toEqual({ votes: 1, runs: 1 });
    for (const { page } of pages) await expect(page.getByText(/went wrong|Internal/i)).toHaveCount(0);
  }
});
