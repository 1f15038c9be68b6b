import { tryTool } from "#app/actions/try-tool.ts";
import { database } from "#app/server/database.ts";
import { TryTab } from "#components/registry/try/try-tab.tsx";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";

interface ToolTrialProps {
  tool: ToolDetail;
  contract: ToolContract;
  agent: string | undefined;
}

export async function ToolTrial({ tool, contract, agent }: ToolTrialProps) {
  const agents = await listAgents(database());
  return (
    <TryTab
      toolId={tool.id}
      inputSchema={contract.inputSchema}
      example={contract.examples?.[0]?.input}
      agents={agents.map(({ id, name, accessLevel }) => ({ id, name, accessLevel }))}
      agent={agent}
      tryCall={tryTool}
    />
  );
}
