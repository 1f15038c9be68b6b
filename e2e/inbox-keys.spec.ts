import { expect, type Page } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { setNumber, withOwner } from "./inbox-ground.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** How many are cleared at each width; a longer run sets a hundred. */
const ITEMS = Number(process.env.AIRLOCK_E2E_ITEMS ?? 3);

/** How many the list shows before it is walked down. */
const PAGE = 50;

/** Every third is rejected, every fifth is too long to be approved unopened; the first three are one of each kind. */
const isRejected = (n: number) => n % 3 === 0;
const isLong = (n: number) => n % 5 === 1;

async function fill(stamp: string): Promise<string[]> {
  const agents = [new AgentClient("scribe"), new AgentClient("scout")];
  const asked = [];
  for (let n = 0; n < ITEMS; n += 1) {
    const agent = agents[n % 2];
    const content = isLong(n) ? `${"long ".repeat(1_100)}tail` : "short";
    const answer = await agent?.ask({ tool: "write_file", input: { path: `${stamp}-${n}.md`, content } });
    expect(answer?.status).toBe("pending");
    asked.push(answer?.id ?? "");
  }
  return asked;
}

/** How each of them ended, by the record. */
async function outcomes(ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await withOwner(
    (sql) => sql<{ status: string; count: number }[]>`
    select case when status in ('running', 'completed', 'failed') then 'approved' else status end as status, count(*)::int as count
    from agents.tool_invocations where id in ${sql([...ids])} group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** The path of the file that the selected call would write. */
async function shownNumber(page: Page, stamp: string): Promise<number> {
  const heading = await page
    .getByRole("article", { name: "Selected call" })
    .getByRole("heading", { level: 1 })
    .textContent();
  return Number(new RegExp(`${stamp}-(\\d+)\\.md`).exec(heading ?? "")?.[1] ?? Number.NaN);
}

test.beforeAll(async () => {
  await setNumber("agent_open_cards", 1_000);
  // A drill looks like one of these, as it should; who clears by name would take it for one.
  await setNumber("drill_per_mille", 0);
});

test(`by the keyboard alone, ${ITEMS} mixed calls are cleared, each as it was meant`, async ({ page }) => {
  test.setTimeout(60_000 + ITEMS * 8_000);
  const stamp = `keys${Date.now()}`;
  const asked = await fill(stamp);
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?q=${stamp}`);
  await expect(inbox.list.getByRole("button")).toHaveCount(Math.min(ITEMS, PAGE));
  const meant: Record<number, "approved" | "rejected"> = {};
  await page.keyboard.press("j");
  while (Object.keys(meant).length < ITEMS) {
    await expect.poll(async () => Number.isInteger(await shownNumber(page, stamp))).toBe(true);
    const number = await shownNumber(page, stamp);
    if (number in meant) {
      await page.keyboard.press("j");
      continue;
    }
    const reject = isRejected(number);
    meant[number] = reject ? "rejected" : "approved";
    const answer = page.getByRole("button", { name: reject ? /^Reject( R)?$/ : /^Approve( A)?$/ });
    if (!reject && isLong(number)) {
      // Into the detail, to the value that is not whole, and down to its end: as whoever has no mouse goes.
      const more = inbox.detail.getByRole("button", { name: "Show all" });
      await expect(async () => {
        await page.keyboard.press("Enter");
        await expect(page.locator("[data-reading]")).toBeFocused({ timeout: 500 });
      }).toPass();
      await more.focus();
      await page.keyboard.press("Enter");
      await expect(more).toHaveCount(0);
      await page.locator("[data-reading]").focus();
      await expect(async () => {
        await page.keyboard.press("PageDown");
        await expect(answer).toBeEnabled({ timeout: 300 });
      }).toPass({ intervals: [100] });
    }
    await expect(answer).toBeEnabled();
    // The next one comes by itself; after the last there is none, and its answers are gone.
    const isThere = async () => (await answer.isVisible()) && (await shownNumber(page, stamp)) === number;
    const isAnswered = async () => (reject ? await page.getByRole("dialog").isVisible() : !(await isThere()));
    // A key counts once what is shown has stood still for 0.8 s; pressed too early it does nothing, so it is pressed again. But only
    // where nothing came of it: the next one may have stood still by then, and would be answered unread.
    await expect(async () => {
      if (!(await isAnswered())) await page.keyboard.press(reject ? "r" : "a");
      await expect.poll(isAnswered, { timeout: 500 }).toBe(true);
    }).toPass({ intervals: [400] });
    if (reject) {
      await page.keyboard.type("Not this one.");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    if (Object.keys(meant).length < ITEMS) await expect.poll(() => shownNumber(page, stamp)).not.toBe(number);
  }
  const rejected = Object.values(meant).filter((answer) => answer === "rejected").length;
  await expect.poll(() => outcomes(asked)).toEqual({ approved: ITEMS - rejected, rejected });
});

const SCREENS = [
  { name: "on a desk in the light", size: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "on a phone in the dark", size: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

for (const { name, size, colorScheme } of SCREENS) {
  test(`by the mouse ${name}, ${ITEMS} mixed calls are cleared`, async ({ page }) => {
    test.setTimeout(60_000 + ITEMS * 8_000);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const stamp = `mouse${Date.now()}`;
    const asked = await fill(stamp);
    await signIn(page, "olga");
    const inbox = new ApprovalsPage(page);
    for (const [number, id] of asked.entries()) {
      await inbox.open(`/approvals?q=${stamp}`);
      await inbox.row(`${stamp}-${number}.md`).click();
      await expect(inbox.detail.getByRole("heading", { level: 1 })).toContainText(`${stamp}-${number}.md`);
      if (isRejected(number)) await inbox.reject("Not this one.");
      else {
        if (isLong(number)) await inbox.openLongValues();
        await expect(inbox.approveButton).toBeEnabled();
        await inbox.approve();
      }
      await expect.poll(async () => (await outcomes([id])).pending ?? 0).toBe(0);
    }
    const rejected = Math.ceil(ITEMS / 3);
    await expect.poll(() => outcomes(asked)).toEqual({ approved: ITEMS - rejected, rejected });
  });
}
