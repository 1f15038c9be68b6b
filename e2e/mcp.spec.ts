import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "playwright/test";
import { demo, gatewayUrl } from "./demo.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

test("an MCP client lists, asks, is held, a person approves in the dashboard, and the client has its result", async ({
  page,
}) => {
  const key = demo().agents.scribe ?? "";
  const endpoint = new URL("/mcp", gatewayUrl());
  const connect = async (mode: "auto" | "legacy") => {
    const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${key}`, "Airlock-Session": `e2e-${mode}` } };
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
    return client;
  };
  await signIn(page, "olga");
  const inbox = new ApprovalsPage(page);
  for (const mode of ["auto", "legacy"] as const) {
    const client = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["airlock_status", "write_file"]));

    const name = `mcp-${mode}-${Date.now()}.md`;
    const heard: string[] = [];
    const call = client.callTool(
      { name: "write_file", arguments: { path: name, content: "# over MCP\n" }, _meta: { "airlock/waitSeconds": 50 } },
      { onprogress: ({ message }) => void heard.push(message ?? "") },
    );
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard[0]).toContain("A person has to approve");
    await inbox.open();
    await inbox.select(name);
    await inbox.approve();
    const done = await call;
    expect([done.isError ?? false, done.structuredContent]).toEqual([false, expect.objectContaining({ bytes: 11 })]);

    // One that is given up is taken from the inbox.
    const gone = new AbortController();
    const lost = `lost-${name}`;
    const given = client
      .callTool({ name: "write_file", arguments: { path: lost, content: "" } }, { signal: gone.signal })
      .catch(() => "given up");
    await inbox.open();
    await inbox.select(lost);
    gone.abort();
    expect(await given).toBe("given up");
    await expect(inbox.detail).toContainText(/cancelled|taken back/i);
    await client.close();
  }
  const stranger = await fetch(endpoint, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, Origin: "https://evil.example", "Content-Type": "application/json" },
    body: "{}",
  });
  expect(stranger.status).toBe(403);
  expect((await fetch(endpoint, { method: "POST" })).status).toBe(401);
});
