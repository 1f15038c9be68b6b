import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { registerWorker } from "#db/testing/fixtures.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";

/** Whoever works through an outage: an error is waited out, because somebody will be there again. */
async function keepOn(signal: AbortSignal, act: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted) {
    const found = await act().catch(() => false);
    if (!found) await sleep(25);
  }
}

/** A person who approves whatever waits. */
export function approveWaiting(web: Sql, session: string, signal: AbortSignal): Promise<void> {
  return keepOn(signal, async () => {
    const waiting = await web<{ id: string; revision: number; digest: string }[]>`
      select subject_id as id, revision, digest from agents.approvals
      where status = 'pending' and subject_kind = 'invocation' limit 20`;
    for (const { id, revision, digest } of waiting) {
      await web`select agents.fn_approve_tool_invocation(${session}, ${id}, ${revision}, ${digest}, 'Fine.')`;
    }
    return waiting.length > 0;
  });
}

/** A dispatcher whose tools answer with what they were given. `ran` counts each call that was taken. */
export async function runReleased(worker: Sql, signal: AbortSignal, ran: Map<string, number>): Promise<void> {
  const id = await registerWorker(worker);
  let held: { id: string; fence: number; input: string } | undefined;
  await keepOn(signal, async () => {
    if (!held) {
      const [row] = await worker<{ claim: { id: string; fence: number; input: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${id}, 600) as claim`;
      if (!row?.claim?.fence) return false;
      held = row.claim;
      ran.set(held.id, (ran.get(held.id) ?? 0) + 1);
    }
    const raw = sealForTest(held.id, Buffer.from(held.input));
    await worker`
      select agents.fn_complete_tool_invocation(${id}, ${held.id}, ${held.fence}, 'completed', ${raw.sealed}, ${held.input}::text::jsonb,
        '[]', '{}', null, null, null, ${raw.sealedTo}, ${raw.digest}, false)`;
    held = undefined;
    return true;
  });
}
