import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

export interface NewServer {
  readonly name: string;
  readonly argv: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** MCP servers, as an admin connects one and imports from it. */
export class ServerPage {
  readonly page: Page;
  readonly tools: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tools = page.getByRole("list", { name: "Tools of the server" });
  }

  /** Through the form; then the page of the server, which waits for a dispatcher by itself. */
  async connect({ name, argv, read, write }: NewServer): Promise<void> {
    await goTo(this.page, "/servers");
    await this.page.getByRole("link", { name: "Connect a server" }).first().click();
    await this.page.getByLabel("Name", { exact: true }).fill(name);
    await this.page.getByLabel("Command, one argument per line").fill(argv.join("\n"));
    await this.page.getByLabel("Files it may read").fill(read.join("\n"));
    await this.page.getByLabel("Files it may change").fill(write.join("\n"));
    await this.page.getByRole("button", { name: "Connect and list its tools" }).click();
    await expect(this.page).toHaveURL(new RegExp(`/servers/${name}$`));
  }

  async importTool(upstream: string): Promise<void> {
    await this.page.getByRole("checkbox", { name: `Import ${upstream}` }).check();
    await this.page.getByRole("button", { name: "Import 1 tool" }).click();
    await expect(this.tool(upstream)).toContainText("in review");
  }

  tool(upstream: string): Locator {
    return this.tools.getByRole("listitem", { name: upstream });
  }
}
