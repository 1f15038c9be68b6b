import { type Browser, expect } from "playwright/test";
import { test } from "./installation.ts";
import { type LostCalls, loseCalls } from "./lost-calls.ts";
import { goTo } from "./pages/go-to.ts";
import { InvocationPage } from "./pages/invocation-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

// Up to four people sign in within one test.
test.describe.configure({ mode: "serial", timeout: 120_000 });

const ACME = `ACME ${Date.now()}`;
const BOLT = `Bolt ${Date.now()}`;
let lost: LostCalls;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  lost = await loseCalls(browser, [ACME, BOLT]);
});

async function openAs(browser: Browser, person: string, id: string, { live = true } = {}): Promise<InvocationPage> {
  const page = await (await browser.newContext()).newPage();
  if (!live) await page.route("**/api/live", (route) => route.abort());
  await signIn(page, person);
  const call = new InvocationPage(page);
  await call.open(id);
  return call;
}

test("the agent's owner, a viewer and an admin read why they cannot say what became of a lost call", async ({
  browser,
}) => {
  for (const [person, sentence] of [
    ["omar", "You cannot resolve this: you own this agent."],
    ["vera", "You cannot resolve this: your role is viewer."],
    ["ada", "You cannot resolve this: your role is admin."],
  ] as const) {
    const call = await openAs(browser, person, lost.ids[0] ?? "");
    await expect(call.unknown).toContainText(sentence);
    await expect(call.tookEffect).toBeDisabled();
    await expect(call.didNot).toBeDisabled();
    await call.page.context().close();
  }
});

test("an operator is led from the overview to a lost call, and what they found reaches the agent that waits", async ({
  page,
}) => {
  const id = lost.ids[0] ?? "";
  await signIn(page, "olga");
  await goTo(page, "/");
  await expect(page.getByRole("link", { name: /^Invocations ?\d+ unknown outcomes/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /^\d+ unknown outcomes/ })).toContainText(ACME);
  await page.getByRole("link", { name: /^\d+ unknown outcomes/ }).click();
  await expect(page).toHaveURL(/status=unknown/);
  await page.getByRole("link", { name: ACME }).click();

  const call = new InvocationPage(page);
  await expect(call.unknown).toContainText("a second run could have a second effect");
  await expect(call.unknown).toContainText(`invoice-7-${ACME}`);
  await expect(call.unknown).toContainText("bank.example:443");
  await expect(call.unknown).toContainText("€1,240.00");
  await expect(page.getByText("€1,240.00", { exact: true })).toHaveCount(1);
  await expect(call.unknown).toContainText(/taken\s*[\d-]+ [\d:]+ UTC/);

  // Nothing was reported, so nothing is said of it: not even that there was none.
  for (const part of ["Network", "Plan"]) {
    await call.part(part).click();
    await expect(call.part(part)).toHaveAttribute("aria-current", "page");
    await expect(call.part(part)).toHaveText(part);
    await expect(page.getByText("Its dispatcher was lost before it could report.")).toBeVisible();
  }

  // All of it by keyboard: an answer without a reason cannot be sent.
  const answer = lost.payer.wait(id, 50);
  await call.didNot.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "It did not take effect?" });
  await expect(dialog).toContainText("If you are wrong, it happens a second time.");
  await expect(dialog.getByLabel("How do you know?")).toBeFocused();
  await expect(dialog.getByRole("button", { name: "It did not" })).toBeDisabled();
  await page.keyboard.type("The bank knows no such key.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();

  expect(await answer).toMatchObject({
    httpStatus: 200,
    status: "failed",
    reason: "The bank knows no such key.",
  });
  const resolution = call.resolution(/It did not take effect/);
  await expect(resolution).toContainText("Olga Petrenko");
  await expect(resolution).toContainText("The bank knows no such key.");
  await expect(resolution).toBeFocused();
  await resolution.getByRole("link", { name: "On record" }).click();
  await expect(page.getByText("invocation.resolved").first()).toBeVisible();
});

test("of three who answer at once one does; the others are told by whom, without a reload or an alarm", async ({
  browser,
}) => {
  const id = lost.ids[1] ?? "";
  const [olga, rita, ravi] = await Promise.all([
    openAs(browser, "olga", id),
    openAs(browser, "rita", id),
    openAs(browser, "ravi", id, { live: false }),
  ]);
  const watching = await rita.prepare("did not", "I found nothing.");
  const stale = await ravi.prepare("did not", "Me neither.");
  const first = await olga.prepare("took effect", "Transfer 4711 bears the key.");
  await first.getByRole("button", { name: "It took effect" }).click();
  await expect(olga.resolution(/It took effect/)).toContainText("Transfer 4711 bears the key.");

  await expect(watching).toContainText("This was resolved meanwhile");
  await expect(watching).toContainText("Olga Petrenko");
  await stale.getByRole("button", { name: "It did not" }).click();
  await expect(ravi.page.getByText("Somebody else resolved this first.")).toBeVisible();
  await expect(ravi.resolution(/It took effect/)).toContainText("Olga Petrenko");

  expect(await lost.payer.wait(id, 2)).toMatchObject({ status: "completed", reason: "Transfer 4711 bears the key." });
  await goTo(olga.page, "/");
  await expect(olga.page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(olga.page.getByRole("region", { name: /unknown outcome/ }).getByText(BOLT)).toHaveCount(0);
});

test("an admin changes a limit with a reason, is told at the field what it cannot be, and others only read it", async ({
  page,
  browser,
}) => {
  await signIn(page, "ada");
  await goTo(page, "/settings?tab=limits");
  await page.getByRole("button", { name: "Change approval_minutes_low" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New value in minutes").fill("4");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByText("A whole number of minutes from 5 to 1,440.")).toBeVisible();
  await dialog.getByLabel("New value in minutes").fill("90");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByText("Say why; it stays on record.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Nights are quiet.");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: "approval_minutes_low" });
  await expect(row).toContainText("90 minutes");
  await expect(row).toContainText("Ada Lindqvist");

  const other = await (await browser.newContext()).newPage();
  await signIn(other, "olga");
  await goTo(other, "/settings?tab=limits");
  await expect(other.getByRole("row").filter({ hasText: "approval_minutes_low" })).toContainText("90 minutes");
  await expect(other.getByRole("button", { name: /^Change/ })).toHaveCount(0);
});
