import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** Settings → Sandbox, as an admin takes a machine out of service and back. */
export class SandboxPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await goTo(this.page, "/settings");
    await this.page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Sandbox" }).click();
    await expect(this.page.getByRole("heading", { name: "Queue" })).toBeVisible();
  }

  /** A fact of the queue, by its name. */
  queue(name: "waiting" | "running" | "slots"): Locator {
    return this.page
      .getByRole("region", { name: "Queue" })
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator("xpath=following-sibling::dd");
  }

  /** The one dispatcher that is at work. */
  get worker(): Locator {
    return this.page.getByRole("region", { name: "Dispatchers" });
  }

  async drain(): Promise<void> {
    await this.worker.getByRole("button", { name: /^Drain / }).click();
    await expect(this.worker.getByRole("img", { name: "draining" })).toBeVisible();
  }

  async takeBack(): Promise<void> {
    await this.worker.getByRole("button", { name: /^Take back / }).click();
    await expect(this.worker.getByRole("img", { name: "live" })).toBeVisible();
  }
}
