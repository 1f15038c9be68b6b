import { randomBytes } from "node:crypto";
import { expect } from "playwright/test";
import { AgentClient } from "./agent-client.ts";
import { test } from "./installation.ts";
import { goTo, reload } from "./pages/go-to.ts";
import { InvocationPage } from "./pages/invocation-page.ts";
import { SandboxPage } from "./pages/sandbox-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

const READ = { tool: "read_file", input: { path: "notes/week-46.md" } };

test("an admin drains the worker, a call waits in the queue, and runs when the worker is taken back", async ({
  page,
}) => {
  await signIn(page, "ada");
  const sandbox = new SandboxPage(page);
  await sandbox.open();
  // One that another test ended may still be listed beside it.
  await expect(sandbox.worker.getByText("bubblewrap", { exact: true }).first()).toBeVisible();
  await expect(sandbox.queue("slots")).toContainText("on 1 dispatcher");

  await sandbox.drain();
  await expect(sandbox.queue("slots")).toHaveText("0 on 0 dispatchers");
  const scribe = new AgentClient("scribe");
  const asked = await scribe.ask(READ);
  expect(asked.status).toBe("running");
  // Nobody reloads: the page hears of it.
  await expect(sandbox.queue("waiting")).toContainText("1, the oldest");
  expect((await scribe.wait(asked.id, 1)).status).toBe("running");

  await sandbox.takeBack();
  expect(await scribe.wait(asked.id)).toMatchObject({
    status: "completed",
    output: { path: `/workspace/${READ.input.path}` },
  });
  await expect(sandbox.queue("waiting")).toHaveText("0");
  // What stands ready is said with the worker's next sign of life.
  await expect(async () => {
    await sandbox.open();
    await expect(sandbox.worker.getByRole("row", { name: /^read_file/ }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("an operator sees how the worker stands and cannot drain it", async ({ page }) => {
  await signIn(page, "olga");
  const sandbox = new SandboxPage(page);
  await sandbox.open();
  await expect(sandbox.worker.getByRole("img", { name: "live" })).toBeVisible();
  await expect(sandbox.worker.getByRole("button", { name: /^Drain / })).toHaveCount(0);
});

test("a secret that an admin keeps is listed, and its value is on no page and in no answer again", async ({ page }) => {
  const value = randomBytes(24).toString("hex");
  const answers: string[] = [];
  page.on("response", (response) => {
    void response.text().then(
      (text) => answers.push(text),
      () => {},
    );
  });
  await signIn(page, "ada");
  await goTo(page, "/settings?tab=secrets");
  await page.getByRole("button", { name: "Add a secret" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a secret" });
  await dialog.getByLabel("Name").fill("forge-token");
  await dialog.getByLabel("Value").fill(value);
  await dialog.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("table", { name: "Secrets" }).getByRole("row", { name: /forge-token v1/ });
  await expect(row).toContainText("Ada Lindqvist");

  await reload(page);
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(value);
  // The control: the answers were read, for one of them brought the name.
  await expect.poll(() => answers.some((text) => text.includes("forge-token"))).toBe(true);
  expect(answers.filter((text) => text.includes(value))).toEqual([]);
});

test("the page of a call shows where it ran, when, what it reached for, and replays its recorded result", async ({
  page,
}) => {
  const read = await new AgentClient("scribe").ask({ ...READ, waitSeconds: 30 });
  expect(read.status).toBe("completed");
  await signIn(page, "olga");
  const call = new InvocationPage(page);
  await call.open(read.id);

  await call.part("Plan").click();
  await expect(page.getByText("bubblewrap", { exact: true })).toBeVisible();
  await expect(page.getByRole("table", { name: "Mounts" })).toContainText("/workspace");
  await expect(page.getByRole("table", { name: "Limits" })).toContainText("processes");
  await call.part("Network").click();
  await expect(page.getByText("The call did not try to reach anything.")).toBeVisible();
  await call.part("Timeline").click();
  const timeline = page.getByRole("table", { name: "Timeline" });
  for (const step of ["asked", "released", "taken by", "completed, recorded"]) {
    await expect(timeline).toContainText(step);
  }

  await page.getByRole("button", { name: "Replay" }).click();
  const replayed = page.getByRole("dialog", { name: "Replayed from the record" });
  await expect(replayed).toContainText("Nothing ran.");
  const recorded = (read.output as { text: string }).text.split("\n")[0] ?? "";
  await expect(replayed).toContainText(recorded);
});
