import type { Cookie, Page } from "playwright/test";
import { demo } from "../demo.ts";

/** Who has signed in to this worker's installation: a browser of theirs that comes later brings their cookies. */
const signedIn = new Map<string, Cookie[]>();

/** Leads to the overview as this person: through the form the first time, and again once they have signed out. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.context().addCookies(signedIn.get(person) ?? []);
  await page.goto("/");
  if (!/\/sign-in/.test(page.url())) return;
  const email = `${person}@airlock.example`;
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(demo().people[email] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  signedIn.set(person, await page.context().cookies());
}
