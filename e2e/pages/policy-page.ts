import { expect, type Locator, type Page } from "playwright/test";
import { parse, stringify } from "yaml";
import { goTo } from "./go-to.ts";

/** The policy as an admin writes it. */
export class PolicyPage {
  readonly page: Page;
  readonly text: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole("textbox", { name: "The policy as YAML" });
    this.problems = page.getByRole("list", { name: "What is wrong" }).getByRole("button");
  }

  /** Follows the links of the pages, as somebody would who has never been there. */
  async edit(): Promise<void> {
    await goTo(this.page, "/");
    await this.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Policies" }).click();
    await this.page.getByRole("link", { name: "Edit" }).click();
    await expect(this.text).toBeVisible();
  }

  /** Writes the document that `change` makes of the one in the field. */
  async rewrite(change: (document: Record<string, never>) => unknown): Promise<string> {
    const written = stringify(change(parse(await this.text.inputValue())));
    await this.text.fill(written);
    return written;
  }

  async preview(): Promise<void> {
    await this.text.press("Control+Enter");
    await expect(this.page.getByRole("heading", { name: "Changes" })).toBeVisible();
  }

  /** Which version was proposed, from the page that says where it waits. */
  async propose(reason: string): Promise<number> {
    await this.page.getByLabel("Reason").fill(reason);
    await this.page.getByRole("button", { name: "Propose" }).click();
    const proposed = this.page.getByText(/^Proposed as v\d+/);
    await expect(proposed).toBeVisible();
    return Number(/\d+/.exec((await proposed.textContent()) ?? "")?.[0]);
  }
}
