import type { Sql } from "postgres";
import { decideCall } from "#lib/gateway/decide-call.ts";
import { openClients } from "../drive-clients.ts";
import { openScene } from "../scene/open-scene.ts";
import type { BenchDatabase } from "../server/open-server.ts";

const ASKING = 8;

/** Has as many different calls asked for as are to wait, by the gateway's own function, and by all agents by turns. */
export async function fillInbox({ admin, urls }: BenchDatabase, count: number): Promise<void> {
  const gateway = await openClients(urls.gateway, ASKING);
  try {
    const { callers, held } = await openScene(admin, gateway.sql);
    const [call] = held;
    if (!call) throw new Error("The scene has nothing that waits.");
    let next = 0;
    const ask = async () => {
      for (let n = next++; n < count; n = next++) {
        const input = call.input.replace("summary-0.md", `summary-of-${n}.md`);
        const decided = await decideCall(gateway.sql, { ...call, input, key: callers[n % callers.length]?.key ?? "" });
        if (!decided.ok) throw new Error(`An ask was refused: ${decided.message}`);
      }
    };
    await Promise.all(Array.from({ length: ASKING }, ask));
  } finally {
    await gateway.end();
  }
  // As the server does by itself after so many rows, only not in the middle of a round.
  await admin`vacuum analyze agents.approvals, agents.tool_invocations, agents.invocation_inputs`;
  await expectWaiting(admin, count);
}

async function expectWaiting(admin: Sql, count: number): Promise<void> {
  const [row] = await admin<{ waiting: number }[]>`
    select count(*)::int as waiting from agents.approvals where status = 'pending'`;
  if (row?.waiting !== count) throw new Error(`${row?.waiting} calls wait, and ${count} should.`);
}
