import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "playwright/test";
import { demo, gatewayUrl } from "./demo.ts";
import { test } from "./installation.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** The whole story by the protocol's own client, over the network: list, call, held, approved by a person in a browser, result. */
const ERAS = ["auto", "legacy"] as const;
/** As long as the gateway lets a client wait; a person on a busy machine is slow. */
const WAIT_SECONDS = 55;

interface Said {
  readonly content: { readonly text?: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, unknown>;
}

async function connect(era: (typeof ERAS)[number]): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: era } });
  const headers = { Authorization: `Bearer ${demo().agents.scribe}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", gatewayUrl()), { requestInit: { headers } }));
  return client;
}

for (const era of ERAS) {
  test(`a client that negotiates ${era} lists tools, and gets the result of a call that a person approved while it waited`, async ({
    page,
  }) => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["read_file", "write_file", "airlock_status"]),
    );

    const path = `mcp-${era}.md`;
    const held = Promise.withResolvers<string>();
    const answer = client.callTool(
      {
        name: "write_file",
        arguments: { path, content: `By ${era}.` },
        _meta: { "airlock/waitSeconds": WAIT_SECONDS },
      },
      {
        timeout: (WAIT_SECONDS + 30) * 1_000,
        onprogress: ({ message = "" }) => {
          const [, id] = /Its id is ([0-9a-f-]{36})/.exec(message) ?? [];
          if (id) held.resolve(id);
        },
      },
    );
    await signIn(page, "olga");
    const inbox = new ApprovalsPage(page);
    await inbox.open(`/approvals?id=${await held.promise}`);
    await expect(inbox.detail).toContainText(path);
    await inbox.approve();
    const written = (await answer) as Said;
    expect(written.isError, JSON.stringify(written.content)).not.toBe(true);

    const read = (await client.callTool({ name: "read_file", arguments: { path } })) as Said;
    expect(read.structuredContent).toMatchObject({ text: `By ${era}.` });
    await client.close();
  });

  test(`a client that negotiates ${era} and does not wait finds the result by the id it was given`, async ({
    page,
  }) => {
    const client = await connect(era);
    const path = `mcp-later-${era}.md`;
    const held = (await client.callTool({
      ...{ name: "write_file", arguments: { path, content: "Later." } },
      _meta: { "airlock/waitSeconds": 0 },
    })) as Said;
    const id = String(held._meta?.["airlock/id"]);
    expect(held).toMatchObject({ isError: true, _meta: { "airlock/status": "pending" } });
    await client.close();

    await signIn(page, "olga");
    const inbox = new ApprovalsPage(page);
    await inbox.open(`/approvals?id=${id}`);
    await inbox.approve();

    const later = await connect(era);
    const ended = (await later.callTool(
      { name: "airlock_status", arguments: { id, waitSeconds: WAIT_SECONDS } },
      { timeout: (WAIT_SECONDS + 30) * 1_000 },
    )) as Said;
    expect(ended).toMatchObject({ _meta: { "airlock/id": id, "airlock/status": "completed" } });
    await later.close();
  });
}
