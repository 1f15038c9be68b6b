import { expect } from "playwright/test";
import { HOSTILE_REPEATS, repeated } from "#bench/clean/texts.ts";
import { test } from "./installation.ts";
import { goTo } from "./pages/go-to.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** As it was built: the threads are files of the build, which nothing but a running server shows to be there. */
test("a long text that is made to be slow is cleaned, and the dashboard answers others meanwhile", async ({ page }) => {
  await signIn(page, "rita");
  await goTo(page, "/cleaning");
  const text = repeated(HOSTILE_REPEATS.orders ?? "", 300_000);
  const seen = await page.evaluate(async (long) => {
    let isOver = false;
    const cleaning = fetch("/api/cleaning/try", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: long, content: "prose", safetyClass: "read" }),
    }).finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      await fetch("/healthz");
      if (!isOver) answered += 1;
    }
    const answer = await cleaning;
    const { findings, error } = (await answer.json()) as { findings?: unknown[]; error?: unknown };
    return { error, findings: findings?.length ?? 0, answered };
  }, text);
  expect(seen.error).toBeUndefined();
  expect(seen.findings).toBeGreaterThan(0);
  expect(seen.answered).toBeGreaterThan(3);
});
