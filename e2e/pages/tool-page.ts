import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** The page of one tool, as a reviewer works with it. */
export class ToolPage {
  readonly page: Page;
  readonly decide: Locator;
  readonly approve: Locator;
  readonly reject: Locator;

  constructor(page: Page) {
    this.page = page;
    this.decide = page.getByRole("region", { name: "Decide on this version" });
    this.approve = this.decide.getByRole("button", { name: /^Approve/ });
    this.reject = this.decide.getByRole("button", { name: /^Reject/ });
  }

  async open(name: string, query = ""): Promise<void> {
    await goTo(this.page, `/registry/${name}${query}`);
    await expect(this.page.getByRole("heading", { level: 1, name })).toBeVisible();
  }

  /** A part of the tool behind a tab. */
  part(name: string): Locator {
    return this.page.getByRole("navigation", { name: "Parts of this tool" }).getByRole("link", { name });
  }

  /** Looks at a part to its end, as a yes demands. */
  async lookAt(name: string): Promise<void> {
    await this.part(name).click();
    await expect(this.part(name)).toHaveAttribute("aria-current", "page");
    await this.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(this.decide).not.toContainText(`the ${name.toLowerCase()}`);
  }

  /** Opens the question and fills in the reason; nothing is sent yet. */
  async prepare(answer: "approve" | "reject", reason: string): Promise<Locator> {
    await (answer === "approve" ? this.approve : this.reject).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill(reason);
    return dialog;
  }

  /** Looks at what has to be looked at, then says yes with a reason. */
  async sayYes(part: "Contract" | "Changes", reason: string): Promise<void> {
    await this.lookAt(part);
    const dialog = await this.prepare("approve", reason);
    await dialog.getByRole("button", { name: /^Approve v/ }).click();
    await expect(dialog).toBeHidden();
  }

  version(words: string | RegExp): Locator {
    return this.page.getByRole("list", { name: "Versions" }).getByRole("link", { name: words });
  }
}
