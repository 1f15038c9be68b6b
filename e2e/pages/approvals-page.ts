import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** The inbox, as an operator works with it. */
export class ApprovalsPage {
  readonly page: Page;
  readonly list: Locator;
  readonly detail: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole("list", { name: "Waiting for a decision" });
    this.detail = page.getByRole("article", { name: "Selected call" });
  }

  async open(path = "/approvals"): Promise<void> {
    await goTo(this.page, path);
    await expect(this.page.getByText("live", { exact: true })).toBeVisible();
  }

  row(words: string): Locator {
    return this.list.getByRole("button").filter({ hasText: words });
  }

  /** New rows wait under a pill, so that nothing moves under the pointer; this lets them in, once there are as many as are waited for. */
  async showNew(count?: number): Promise<void> {
    await this.page.getByRole("button", { name: count === undefined ? /new$/ : `${count} new`, exact: true }).click();
  }

  async select(words: string): Promise<void> {
    await this.row(words).click();
    await expect(this.detail.getByRole("heading", { level: 1 })).toContainText(words);
  }

  /** The answer under the detail; its key is part of its name where keys are on. */
  get approveButton(): Locator {
    return this.page.getByRole("button", { name: /^Approve( A)?$/ });
  }

  async approve(): Promise<void> {
    await this.approveButton.click();
  }

  /** Opens every value that is only shown in part, down to the end of the arguments. */
  async openLongValues(): Promise<void> {
    const expand = this.detail.getByRole("button", { name: "Show all" });
    while ((await expand.count()) > 0) await expand.first().click();
    // Screen by screen, as a person reads: what was jumped over was not seen.
    await this.page.locator("[data-reading]").focus();
    await expect(async () => {
      await this.page.keyboard.press("PageDown");
      await expect(this.approveButton).toBeEnabled({ timeout: 300 });
    }).toPass({ intervals: [100] });
  }

  /** For what is grave: the question comes again, and takes a reason. */
  async approveWithReason(reason: string): Promise<void> {
    await this.approve();
    const dialog = this.page.getByRole("dialog", { name: "Approve this call" });
    await dialog.getByLabel("Why is this right?").fill(reason);
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async reject(reason: string): Promise<void> {
    await this.page.getByRole("button", { name: /^Reject( R)?$/ }).click();
    const dialog = this.page.getByRole("dialog", { name: "Reject this call" });
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(dialog).toBeHidden();
  }
}
