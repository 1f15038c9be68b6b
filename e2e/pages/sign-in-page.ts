import { expect, type Page } from "playwright/test";
import { demo } from "../demo.ts";

export async function signIn(page: Page, person: string): Promise<void> {
  const email = `${person}@airlock.example`;
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(demo().people[email] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}
