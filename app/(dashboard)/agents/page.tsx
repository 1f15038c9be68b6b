import type { Metadata } from "next";
import { createAgent } from "#app/actions/create-agent.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { AgentTable } from "#components/agents/agent-table.tsx";
import { NewAgent } from "#components/agents/new-agent.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { listPeople } from "#lib/sessions/list-people.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage() {
  const session = await requireSession();
  const [agents, people] = await Promise.all([listAgents(database()), listPeople(database())]);
  const owners = people.filter(({ disabledAt }) => disabledAt === null).map(({ id, name }) => ({ id, name }));
  return (
    <Page>
      <PageTitle
        title="Agents"
        facts="Who asks. Each agent has an owner, a level that is its ceiling, and keys."
        action={may(session.role, "agents.create") && <NewAgent people={owners} create={createAgent} />}
      />
      <AgentTable agents={agents} />
    </Page>
  );
}
