import { expect } from "playwright/test";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { AgentClient } from "./agent-client.ts";
import { home } from "./demo.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

const ROTATE_KEY: ToolContract = {
  name: "rotate_key",
  description: "Rotates a deploy key.",
  inputSchema: {
    type: "object",
    properties: { key: { type: "string" } },
    required: ["key"],
    additionalProperties: false,
  },
  outputSchema: { type: "string" },
  safetyClass: "privileged",
  egressClass: "write",
  category: "file_system",
  actionType: "fs:write",
  idempotency: "optional",
  idempotent: false,
  policy: { risk: "high", filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "allow" },
  outputContent: "prose",
  effect: "Rotate {/key}",
  runtime: { kind: "command", argv: ["/bin/echo", "rotated", "--", { input: "/key" }] },
};

test.beforeAll(async () => {
  // The installation's own database, adopted: no tool of the shelf is privileged yet.
  const server = await startEmbeddedPostgres({ home: home() });
  const admin = openConnection(server.adminUrl, { max: 1 });
  const { id } = await registerVersion(admin, ROTATE_KEY, null);
  await pinUnreviewed(admin, id, "For the browser tests.");
  await admin.end();
  await server.stop();
});

test("a privileged call runs only after two different people gave their reasons", async ({ browser }) => {
  const scribe = new AgentClient("scribe");
  const asked = await scribe.ask({ tool: "rotate_key", input: { key: `deploy-${Date.now()}` } });
  expect(asked.status).toBe("pending");
  const approveAs = async (person: string, reason: string) => {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, person);
    const inbox = new ApprovalsPage(page);
    await inbox.open(`/approvals?id=${asked.id}`);
    await expect(inbox.detail).toContainText("two people");
    await inbox.approveWithReason(reason);
    return inbox;
  };

  const olga = await approveAs("olga", "The runbook asks for it.");
  expect(await scribe.wait(asked.id, 2)).toMatchObject({ status: "pending" });
  await olga.page.reload();
  await expect(olga.page.getByRole("button", { name: "Approve" })).toBeDisabled();

  await approveAs("rita", "I checked the key's age.");
  expect(await scribe.wait(asked.id)).toMatchObject({
    status: "completed",
    output: expect.stringContaining("rotated"),
  });
});
