import type { Page } from "playwright/test";

/**
 * Opens a page and waits until every part that the server sent behind the first one has been put in its place. A part that the
 * browser has drawn by itself meanwhile stands in the document twice until then, once where nobody sees it.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator(UNPLACED).first().waitFor({ state: "detached" });
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator(UNPLACED).first().waitFor({ state: "detached" });
}

/** How React keeps a part that has come and is not yet shown. An empty one is left for ever where a page turns out not to be there. */
const UNPLACED = "div[hidden][id^='S:']:has(> :not(template))";
