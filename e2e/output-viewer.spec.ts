import { expect, type Page } from "playwright/test";
import { z } from "zod";
import { processContract, processTool } from "#lib/registry/process-tool.ts";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { OutputPage } from "./pages/output-page.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { arrange, putInForce } from "./registry-tools.ts";

// Five megabytes are made, cleaned, kept, fetched and drawn.
test.describe.configure({ timeout: 120_000 });

const LINES = 62_000;
/** Every 31st line hides a character, so that there are two thousand findings of two kinds. */
const PROGRAM = `BEGIN { for (i = 1; i <= ${LINES}; i++) {
  hidden = i % 62 == 0 ? "\\342\\200\\256" : i % 31 == 0 ? "\\342\\200\\213" : "";
  print "row " i ": the quick brown fox" hidden " jumps over the lazy dog, status=ok, no news today"; } }`;

async function askForLog(): Promise<string> {
  const contract = processContract(
    processTool({
      name: "print_log",
      description: "Prints a long log.",
      input: z.strictObject({}),
      safetyClass: "read",
      category: "file_system",
      actionType: "fs:read",
      policy: { limits: { outputBytes: 8 * 1024 * 1024, wallSeconds: 60 } },
      command: ["awk", PROGRAM],
    }),
  );
  if (!contract.ok) throw new Error(contract.message);
  await arrange((admin) => putInForce(admin, contract.value));
  const scribe = new AgentClient("scribe");
  const asked = await scribe.ask({ tool: "print_log", input: {} });
  expect(await scribe.wait(asked.id, 50)).toMatchObject({ status: "completed" });
  return asked.id;
}

test("five megabytes with two thousand findings open, scroll to their end, and are filtered and walked by finding", async ({
  page,
}) => {
  const id = await askForLog();
  await signIn(page, "rita");
  const output = new OutputPage(page);
  await output.open(id);
  await expect(output.row("row 1: ")).toBeVisible();
  await output.readRaw();
  await expect(output.rule("hidden.zero-width")).toContainText("1,000");
  await expect(output.rule("hidden.bidi")).toContainText("1,000");
  // Only what is in sight is drawn.
  expect(await output.drawnRows()).toBeLessThan(200);

  await output.scrollToEnd();
  await expect(output.row(`row ${LINES}: `)).toBeVisible();

  await output.rule("hidden.bidi").click();
  await output.next.click();
  await expect(output.place).toHaveText("1 of 1,000 findings");
  // In the raw text it is named, in the cleaned it is gone.
  await expect(output.row("row 62: ").getByText("RIGHT-TO-LEFT OVERRIDE")).toHaveCount(1);
  await output.previous.click();
  await expect(output.row(`row ${LINES}: `)).toBeVisible();
  await output.onlyFound.check();
  await expect(page.getByText("rows without a finding").first()).toBeVisible();

  test.info().annotations.push({ type: "frames", description: await framesWhileScrolling(page) });
});

/** How long the frames took while somebody scrolls through; told, not asserted. */
async function framesWhileScrolling(page: Page): Promise<string> {
  const frames = await page.evaluate(async () => {
    const box = document.querySelector('[aria-label="Rows of the output"]');
    const times: number[] = [];
    let last = performance.now();
    for (let turn = 0; turn < 60; turn += 1) {
      box?.scrollBy(0, 400);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times.sort((one, other) => one - other);
  });
  const at = (share: number) => Math.round(frames[Math.floor(frames.length * share)] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
