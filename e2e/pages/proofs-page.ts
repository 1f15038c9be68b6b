import { expect, type Locator, type Page } from "playwright/test";
import { goTo } from "./go-to.ts";

/** Chromium's own authenticator, which verifies its person as a fingerprint would: no key has to be touched. */
export async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Settings → Passkeys and codes. */
export class ProofsPage {
  readonly page: Page;
  readonly passkeys: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.passkeys = page.getByRole("table", { name: "Your passkeys" });
    this.dialog = page.getByRole("dialog");
  }

  async open(): Promise<void> {
    await goTo(this.page, "/settings?tab=proofs");
    await expect(this.page.getByRole("heading", { name: "Your passkeys" })).toBeVisible();
  }

  async givePassword(password: string): Promise<void> {
    await this.dialog.getByLabel("Your password").fill(password);
    await this.dialog.getByRole("button", { name: "Continue" }).click();
  }

  /** After what the change takes was proved. */
  async makePasskey(name: string): Promise<void> {
    await this.dialog.getByLabel("Name").fill(name);
    await this.dialog.getByRole("button", { name: "Make the passkey" }).click();
    await expect(this.passkeys).toContainText(name);
    await expect(this.dialog).toBeHidden();
  }

  async addFirstPasskey(name: string, password: string): Promise<void> {
    await this.page.getByRole("button", { name: "Add a passkey" }).click();
    await this.givePassword(password);
    await this.makePasskey(name);
  }

  /** Gives the letters of the new seed. */
  async setUpAuthenticator(password: string, codeOf: (letters: string) => string): Promise<string> {
    await this.page.getByRole("button", { name: "Set up", exact: true }).click();
    await this.givePassword(password);
    await expect(this.dialog.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
    const shown = await this.dialog.getByText(/^([A-Z2-7]{4} ?)+$/).textContent();
    const letters = (shown ?? "").replace(/\s/g, "");
    await this.dialog.getByLabel("The code that the app shows now").fill(codeOf(letters));
    await this.dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(this.dialog).toBeHidden();
    return letters;
  }
}

/** The question that comes before a grave decision. */
export class ProofDialog {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.getByRole("dialog", { name: "Prove that it is you" });
  }

  async giveCode(code: string): Promise<void> {
    await this.root.getByLabel(/authenticator app/).fill(code);
    await this.root.getByRole("button", { name: "Confirm" }).click();
  }
}
