import type { Cookie, Page } from "playwright/test";
import { demo } from "../demo.ts";
import { goTo } from "./go-to.ts";

/** Who has signed in to this worker's installation: a browser of theirs that comes later brings their cookies. */
const signedIn = new Map<string, Cookie[]>();

/**
 * Makes this browser this person's: through the form the first time, and again once they have signed out. Which page is
 * open afterwards is nobody's promise: whoever needs one goes there.
 */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.context().addCookies(signedIn.get(person) ?? []);
  // Asked without the page: loading one costs a second of two cores, and every test goes to its own next.
  if ((await page.request.get("/api/shell")).ok()) return;
  const email = `${person}@airlock.example`;
  await goTo(page, "/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(demo().people[email] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  await keepCookies(page, person);
}

/** For the browsers that come later: who signs in again has a new word by which the browser is known, and the old one is nobody's. */
export async function keepCookies(page: Page, person: string): Promise<void> {
  signedIn.set(person, await page.context().cookies());
}
