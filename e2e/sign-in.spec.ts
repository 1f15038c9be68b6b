import { expect, type Page } from "playwright/test";
import { demo } from "./demo.ts";
import { test } from "./installation.ts";
import { goTo } from "./pages/go-to.ts";
import { keepCookies, signIn } from "./pages/sign-in-page.ts";

const EMAIL = "vera@airlock.example";

async function fillIn(page: Page, password: string): Promise<void> {
  await goTo(page, "/sign-in");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("whoever knows an address shuts out other browsers by wrong passwords, not one that its owner has signed in from", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "vera");
  const stranger = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await stranger.newPage();
  for (let n = 0; n < 5; n += 1) {
    await fillIn(other, `a guess ${n}`);
    await expect(other.getByText("do not match")).toBeVisible();
  }
  const password = demo().people[EMAIL] ?? "";
  await fillIn(other, password);
  await expect(other.getByText("Too many attempts")).toBeVisible();
  await stranger.close();

  await page.context().clearCookies({ name: /session/ });
  await fillIn(page, password);
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  await keepCookies(page, "vera");
});
