import { Tile } from "#components/ui/tile.tsx";
import type { AgentDetail } from "#lib/agents/queries/read-agent.ts";
import type { AgentDay } from "#lib/agents/queries/read-agent-day.ts";

/** What it did today, each number a door to the calls behind it. */
export function AgentToday({ agent, day }: { agent: AgentDetail; day: AgentDay }) {
  const calls = (status: string) => `/invocations?agent=${agent.id}&status=${status}&asked=day`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tile href={`/invocations?agent=${agent.id}&asked=day`} count={day.calls}>
        asked
      </Tile>
      <Tile href={calls("completed")} count={day.completed}>
        completed
      </Tile>
      <Tile href={calls("failed")} count={day.failed}>
        failed
      </Tile>
      <Tile href={calls("denied")} count={day.denied}>
        denied
      </Tile>
      <Tile href={calls("rejected")} count={day.rejected}>
        rejected
      </Tile>
      <Tile href={`/agents/${agent.name}?tab=approvals`} count={agent.pending}>
        pending
      </Tile>
      <span className="figures text-ink-2">
        {day.cost === null
          ? "no cost reported"
          : `cost ${day.cost.toLocaleString("en-GB", { maximumFractionDigits: 2 })}`}
      </span>
    </div>
  );
}
