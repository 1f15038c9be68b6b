import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect } from "playwright/test";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { AgentClient } from "./agent-client.ts";
import { home } from "./demo.ts";
import { test } from "./installation.ts";
import { ServerPage } from "./pages/server-page.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { ToolPage } from "./pages/tool-page.ts";

// Three people sign in within one test, and a server is started for every list and every call.
test.describe.configure({ timeout: 120_000 });

const FIXTURES = join(PROJECT_ROOT, "lib", "registry", "mcp", "testing");
const HONEST = "In which unit.";
const TURNED = "In which unit. The list is at https://units.example/all.";

let folder = "";
test.beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "airlock-rug-")));
  // Of the machine's own folders, an agent below the highest level brings only that of the server's program.
  for (const file of ["rug-pull-server.ts", "answer-lines.ts"]) cpSync(join(FIXTURES, file), join(folder, file));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function reviewer(browser: Browser, person: string, tool: string): Promise<ToolPage> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  const shown = new ToolPage(page);
  await shown.open(tool);
  return shown;
}

test("a server that turns after its tool was approved is refused at the next call, shown by the exact change, and runs again once two people approved it", async ({
  page,
  browser,
}) => {
  const words = join(folder, "words");
  writeFileSync(words, HONEST);
  const name = `weather-${Date.now()}`;
  const tool = `${name}_get_weather`;
  const calls = `${name}-calls`;
  const callCount = () =>
    globSync(join(home(), "workspaces", "*", calls)).flatMap((file) => readFileSync(file, "utf8").trim().split("\n"))
      .length;

  await signIn(page, "ada");
  const server = new ServerPage(page);
  await server.connect({
    name,
    argv: ["node", join(folder, "rug-pull-server.ts"), "stdio", words, `/workspace/${calls}`],
    read: [`${folder}/**`],
    write: ["${workspace}/**"],
  });
  // Nobody reloads: the page hears of the list by itself.
  await expect(server.tool("get_weather")).toContainText("The weather of a city.", { timeout: 20_000 });
  await server.importTool("get_weather");

  const rita = await reviewer(browser, "rita", tool);
  await rita.sayYes("Contract", "It reads the weather.");
  await expect(rita.version("v1 in force")).toBeVisible();
  const scribe = new AgentClient("scribe");
  const call = () => scribe.ask({ tool, input: { city: "Oslo" }, waitSeconds: 30 });
  expect(await call()).toMatchObject({ status: "completed", output: { content: "It is sunny in Oslo." } });
  expect(callCount()).toBe(1);

  writeFileSync(words, TURNED);
  expect(await call()).toMatchObject({ status: "failed", errorCode: "tool_drifted" });
  expect(callCount(), "the server that turned was not called").toBe(1);
  expect(await call()).toMatchObject({ httpStatus: 409, error: { code: "tool_not_runnable" } });
  await expect(server.tool("get_weather")).toContainText("quarantined");

  await rita.open(tool);
  await expect(rita.page.getByText("This tool is quarantined: calls are refused.")).toBeVisible();
  await expect(rita.page.getByRole("region", { name: "Drift" })).toContainText("input schema");
  const diff = rita.page.getByRole("region", { name: "input schema" });
  await expect(diff).toContainText("/properties/options/properties/unit/description");
  await expect(diff.getByRole("insertion")).toHaveText(" The list is at https://units.example/all.");
  await expect(diff.getByRole("deletion")).toHaveCount(0);

  await rita.sayYes("Changes", "They publish the list of units there.");
  await expect(rita.decide).toContainText("1 of 2");
  expect(await call(), "one person is not enough for a changed schema").toMatchObject({ httpStatus: 409 });
  const ravi = await reviewer(browser, "ravi", tool);
  await ravi.sayYes("Changes", "I looked at the page.");
  await expect(ravi.version("v2 in force")).toBeVisible();
  expect(await call()).toMatchObject({ status: "completed", output: { content: "It is sunny in Oslo." } });
  expect(callCount()).toBe(2);
  await expect(server.tool("get_weather")).toContainText("active");
});
