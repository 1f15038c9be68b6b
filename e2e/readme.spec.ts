import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, expect } from "playwright/test";
import { SHIPPED_TOOLS } from "#lib/tools/index.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { AgentClient } from "./agent-client.ts";
import { demo, gatewayUrl } from "./demo.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { goTo } from "./pages/go-to.ts";
import { ServerPage } from "./pages/server-page.ts";
import { signIn } from "./pages/sign-in-page.ts";
import { ToolPage } from "./pages/tool-page.ts";

const run = promisify(execFile);

/** The commands of the README, as a reader would paste them. */
function curlLines(): string[] {
  const text = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.trim());
  return blocks.filter((block) => block.startsWith("curl "));
}

async function paste(line: string, id = ""): Promise<Record<string, unknown>> {
  const env = passEnvironment({ AIRLOCK: gatewayUrl(), KEY: demo().agents.scribe ?? "", ID: id });
  const { stdout } = await run("bash", ["-c", line], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** An admin imports a tool of the demo's own MCP server, and a reviewer approves it, as the tour says. */
async function importFromHandbook(browser: Browser, upstream: string): Promise<void> {
  const [ada, rita] = await Promise.all(
    ["ada", "rita"].map(async (person) => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, person);
      return page;
    }),
  );
  if (!ada || !rita) throw new Error("nobody signed in");
  await goTo(ada, "/servers");
  await ada.getByRole("link", { name: "handbook" }).click();
  await new ServerPage(ada).importTool(upstream);
  await goTo(rita, "/registry?view=reviews");
  await rita.getByRole("link", { name: `handbook_${upstream}` }).click();
  const tool = new ToolPage(rita);
  await tool.sayYes("Contract", "It reads the handbook.");
  await expect(tool.version("v1 in force")).toBeVisible();
}

test("the tour of the README works as it is written", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const [read = "", write = "", wait = "", reach = "", tools = "", handbook = "", ...rest] = curlLines();
  expect(rest).toEqual([]);

  expect(await paste(read)).toMatchObject({ status: "completed", output: { path: "/workspace/notes/week-46.md" } });

  const held = await paste(write);
  expect(held).toMatchObject({ status: "pending" });
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  await inbox.open(`/approvals?id=${held.id}`);
  const answer = paste(wait, String(held.id));
  await inbox.approve();
  expect(await answer).toMatchObject({ status: "completed" });

  expect(await paste(reach)).toMatchObject({ error: { code: "path_refused" } });
  expect(await paste(tools)).toMatchObject({
    tools: expect.arrayContaining(SHIPPED_TOOLS.map(({ name }) => expect.objectContaining({ name }))),
  });
  await importFromHandbook(browser, "read_page");
  expect(await paste(handbook)).toMatchObject({ status: "completed", output: { is_error: false } });
  // The tour leaves the file behind it promised to write.
  expect(
    await new AgentClient("scribe").ask({ tool: "read_file", input: { path: "hello.md" }, waitSeconds: 30 }),
  ).toMatchObject({
    output: { text: "Hello." },
  });
});
