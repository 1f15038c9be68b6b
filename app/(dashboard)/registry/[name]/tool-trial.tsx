import { tryTool } from "#app/actions/try-tool.ts";
import { database } from "#app/server/database.ts";
import { TryTab } from "#components/registry/try/try-tab.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";
import type { ToolVersionDetail } from "#lib/registry/queries/read-version.ts";

interface ToolTrialProps {
  tool: ToolDetail;
  /** What a call would run: the version in force, whichever is looked at. */
  inForce: ToolVersionDetail | undefined;
  agent: string | undefined;
}

export async function ToolTrial({ tool, inForce, agent }: ToolTrialProps) {
  if (!inForce) {
    return <EmptyState title="Nothing to try">No version of this tool is in force: every call is refused.</EmptyState>;
  }
  const agents = await listAgents(database());
  const { contract } = inForce;
  return (
    <TryTab
      version={inForce.number}
      toolId={tool.id}
      inputSchema={contract.inputSchema}
      example={contract.examples?.[0]?.input}
      agents={agents.map(({ id, name, accessLevel }) => ({ id, name, accessLevel }))}
      agent={agent}
      tryCall={tryTool}
    />
  );
}
