import type { SharingCall } from "./find-sharing.ts";

export interface SharingGroup {
  readonly agentId: string;
  readonly agent: string;
  /** Nothing of it runs already. */
  readonly stopped: boolean;
  readonly tools: readonly { readonly name: string; readonly calls: readonly SharingCall[] }[];
  readonly calls: number;
}

/** By agent, then by tool; who has most calls comes first. */
export function groupSharing(items: readonly SharingCall[]): readonly SharingGroup[] {
  const byAgent = Map.groupBy(items, ({ agentId }) => agentId);
  const groups = [...byAgent].map(([agentId, calls]): SharingGroup => {
    const tools = [...Map.groupBy(calls, ({ tool }) => tool)].map(([name, its]) => ({ name, calls: its }));
    return {
      agentId,
      agent: calls[0]?.agent ?? "",
      stopped: calls.every(({ frozen, stopped }) => frozen || stopped),
      tools: tools.sort((a, b) => b.calls.length - a.calls.length || a.name.localeCompare(b.name)),
      calls: calls.length,
    };
  });
  return groups.sort((a, b) => b.calls - a.calls || a.agent.localeCompare(b.agent));
}
