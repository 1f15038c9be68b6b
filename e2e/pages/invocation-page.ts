import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** The page of one call, as somebody sees it who has to find out what became of it. */
export class InvocationPage {
  readonly page: Page;
  readonly unknown: Locator;
  readonly tookEffect: Locator;
  readonly didNot: Locator;

  constructor(page: Page) {
    this.page = page;
    this.unknown = page.getByRole("region", { name: "Nobody knows whether this took effect" });
    this.tookEffect = this.unknown.getByRole("button", { name: "It took effect" });
    this.didNot = this.unknown.getByRole("button", { name: "It did not" });
  }

  async open(id: string): Promise<void> {
    await goTo(this.page, `/invocations/${id}`);
    await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  /** A part of the call behind a tab, with the count that its tab bears. */
  part(name: string): Locator {
    return this.page.getByRole("navigation", { name: "Parts of this call" }).getByRole("link", { name });
  }

  /** What stands in the place of the question once it is answered. */
  resolution(words: string | RegExp): Locator {
    return this.page.getByRole("region", { name: words });
  }

  /** Opens the question and fills in the reason; nothing is sent yet. */
  async prepare(answer: "took effect" | "did not", reason: string): Promise<Locator> {
    await (answer === "did not" ? this.didNot : this.tookEffect).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("How do you know?").fill(reason);
    return dialog;
  }
}
