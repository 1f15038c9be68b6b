import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** What a call returned, raw beside cleaned. */
export class OutputPage {
  readonly page: Page;
  readonly rows: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly onlyFound: Locator;
  /** Which finding of how many. */
  readonly place: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole("group", { name: "Rows of the output" });
    this.next = page.getByRole("button", { name: "Next finding (n)" });
    this.previous = page.getByRole("button", { name: "Previous finding (p)" });
    this.onlyFound = page.getByLabel("Only rows with findings");
    this.place = page.getByText(/of [\d,]+ findings$/);
  }

  async open(id: string): Promise<void> {
    await goTo(this.page, `/invocations/${id}?tab=output`);
    await expect(this.rows).toBeVisible({ timeout: 20_000 });
  }

  async readRaw(): Promise<void> {
    await this.page.getByRole("button", { name: "Read the raw output" }).click();
    await expect(this.page.getByRole("button", { name: "Both" })).toHaveAttribute("aria-pressed", "true", {
      timeout: 20_000,
    });
  }

  rule(name: string): Locator {
    return this.page.getByRole("group", { name: "Show what one rule found" }).getByRole("button", { name });
  }

  /** A row by the words it begins with. */
  row(words: string): Locator {
    return this.rows.locator("[data-index]").filter({ hasText: words });
  }

  drawnRows(): Promise<number> {
    return this.rows.locator("[data-index]").count();
  }

  /** Rows are measured as they come into sight, so that the end may move once. */
  async scrollToEnd(): Promise<void> {
    await expect(async () => {
      await this.rows.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      const left = await this.rows.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
      expect(left).toBeLessThan(4);
    }).toPass();
  }
}
