import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { AgentClient } from "./agent-client.ts";
import { demo, gatewayUrl } from "./demo.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

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

test("the tour of the README works as it is written", async ({ page }) => {
  const [read = "", write = "", wait = "", reach = "", tools = "", ...rest] = curlLines();
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
    tools: [{ name: "http_fetch" }, { name: "read_file" }, { name: "write_file" }],
  });
  // The tour leaves the file behind it promised to write.
  expect(
    await new AgentClient("scribe").ask({ tool: "read_file", input: { path: "hello.md" }, waitSeconds: 30 }),
  ).toMatchObject({
    output: { text: "Hello." },
  });
});
