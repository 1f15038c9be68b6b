import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { messageOf } from "#lib/errors/message-of.ts";
import type { KeptOwner, SandboxRuntime } from "#lib/sandbox/runtime.ts";

/** What `airlock.end_sandboxes` tells on. */
const CHANNEL = "airlock_ends";

/** A dispatcher looks after every call; frozen or stopped agents are asked for no more often than this. */
const PAUSE_MS = 250;

export interface KeptOwners {
  /** Ends what is kept for agents that may not run anything now. */
  look(workerId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Ends the sandboxes that are kept for a task or an agent when that is over: at once where the database says so, and at the next
 * look where an agent was frozen or stopped. What is not heard is made up for by the grace period.
 */
export async function followKeptOwners(
  sql: Sql,
  sandbox: SandboxRuntime,
  log: (line: string) => void,
): Promise<KeptOwners> {
  const end = (owner: KeptOwner): void => {
    sandbox.endOwner?.(owner).catch((error: unknown) => log(messageOf(error)));
  };
  let lookedAt = 0;
  const subscription = await sql.listen(CHANNEL, (told) => {
    for (const { agentId, taskId } of sandbox.owners?.() ?? []) {
      if (told === endOf({ agentId })) end({ agentId });
      else if (taskId !== undefined && told === endOf({ agentId, taskId })) end({ agentId, taskId });
    }
  });
  return {
    async look(workerId) {
      const agents = [...new Set((sandbox.owners?.() ?? []).map(({ agentId }) => agentId))];
      if (agents.length === 0 || Date.now() - lookedAt < PAUSE_MS) return;
      lookedAt = Date.now();
      const rows = await sql<{ id: string }[]>`select agents.fn_stopped_agents(${workerId}, ${agents}::uuid[]) as id`;
      for (const { id } of rows) end({ agentId: id });
    },
    close: () => subscription.unlisten(),
  };
}

/** As the database hashes it: who listens without keeping anything learns nothing. */
function endOf({ agentId, taskId }: KeptOwner): string {
  const words = taskId === undefined ? ["agent", agentId] : ["task", agentId, taskId];
  return createHash("sha256").update(words.join(" ")).digest("hex");
}
