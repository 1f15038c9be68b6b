import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect } from "playwright/test";
import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { openConnection } from "#db/open-connection.ts";
import { pinUnreviewed, registerVersion } from "#db/register-version.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { AgentClient } from "./agent-client.ts";
import { home } from "./demo.ts";
import { ApprovalsPage } from "./pages/approvals-page.ts";
import { signIn } from "./pages/sign-in-page.ts";

/** Moves money, takes long, and would move it twice if it were run twice. */
const SEND_PAYMENT: ToolContract = {
  name: "send_payment",
  description: "Sends a payment.",
  inputSchema: {
    type: "object",
    properties: { amount: { type: "string" }, to: { type: "string" }, reference: { type: "string" } },
    required: ["amount", "to"],
    additionalProperties: false,
  },
  outputSchema: {},
  safetyClass: "financial",
  egressClass: "write",
  category: "web",
  actionType: "budget:spend",
  idempotency: "required",
  idempotent: false,
  policy: {
    risk: "high",
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: ["bank.example:443"] },
    exec: "allow",
    limits: { wallSeconds: 240 },
  },
  outputContent: "prose",
  effect: "Pay {/amount} to {/to}",
  runtime: { kind: "command", argv: ["/bin/sleep", "200"] },
};

export interface LostCalls {
  readonly payer: AgentClient;
  readonly ids: readonly string[];
}

/**
 * Payments that were running when their dispatcher was killed. The kill is real and so is the wait for the lease: the
 * dispatcher that comes back finds them and may not run them again.
 */
export async function loseCalls(browser: Browser, payees: readonly string[]): Promise<LostCalls> {
  const payer = new AgentClient(await makePayer());
  const asked = await Promise.all(
    payees.map((to) =>
      payer.ask({
        tool: "send_payment",
        input: { amount: "€1,240.00", to, reference: "Invoice 7" },
        idempotencyKey: `invoice-7-${to}-${Date.now()}`,
      }),
    ),
  );
  const ids = asked.map(({ id }) => id);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "rita");
  const inbox = new ApprovalsPage(page);
  for (const id of ids) {
    await inbox.open(`/approvals?id=${id}`);
    await inbox.approveWithReason("The invoice is in order.");
  }
  await page.context().close();
  await expect.poll(async () => (await Promise.all(ids.map(isTaken))).every(Boolean)).toBe(true);
  process.kill(dispatcherPid(), "SIGKILL");
  for (const id of ids) expect(await payer.wait(id, 50)).toMatchObject({ httpStatus: 200, status: "unknown" });
  return { payer, ids };
}

async function asAdmin<T>(act: (sql: ReturnType<typeof openConnection>) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ home: home() });
  const sql = openConnection(server.adminUrl, { max: 1 });
  try {
    return await act(sql);
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** An agent of an operator's own: of the demo's, admins are the owners, and their role is refused before their owning is. */
function makePayer(): Promise<{ key: string }> {
  return asAdmin(async (sql) => {
    const { id } = await registerVersion(sql, SEND_PAYMENT, null);
    await pinUnreviewed(sql, id, "For the browser tests.");
    const [omar] = await sql<{ id: string }[]>`select id from agents.people where email = 'omar@airlock.example'`;
    const { key, prefix, secretHash } = makeBearerKey("alk");
    const [agent] = await sql<{ id: string }[]>`
      insert into agents.agents (id, name, description, owner_id, access_level, created_at)
      values (airlock.new_id(), ${`payer-${Date.now()}`}, 'Pays invoices.', ${omar?.id ?? ""}, 'standard', now()) returning id`;
    await sql`select airlock.make_agent_key(${agent?.id ?? ""}, 'e2e', ${prefix}, ${secretHash}, 30, null)`;
    return { key };
  });
}

function isTaken(id: string): Promise<boolean> {
  return asAdmin(async (sql) => {
    const [row] = await sql<{ taken: boolean }[]>`
      select claimed_at is not null as taken from agents.tool_invocations where id = ${id}`;
    return row?.taken ?? false;
  });
}

function dispatcherPid(): number {
  const record = JSON.parse(readFileSync(join(home(), "run", "up.json"), "utf8")) as {
    children: { dispatcher: { pid: number } };
  };
  return record.children.dispatcher.pid;
}
