import type { Metadata } from "next";
import Link from "next/link";
import { issueAgentKey } from "#app/actions/issue-agent-key.ts";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { gatewayUrl } from "#app/server/environment.ts";
import { requireSession } from "#app/server/session.ts";
import { ConnectAgent } from "#components/connect/connect-agent.tsx";
import { FirstCall } from "#components/connect/first-call.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { exampleCall } from "#lib/agents/example-call.ts";
import { listAgentKeys } from "#lib/agents/queries/list-agent-keys.ts";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { listInvocations } from "#lib/invocations/list-invocations.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Connect an agent" };

const CALLS_SHOWN = 5;

export default async function ConnectPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const agents = await listAgents(database());
  const wanted = one(await searchParams, "agent");
  const agent = agents.find(({ name }) => name === wanted) ?? agents[0];
  const title = (
    <PageTitle
      title="Connect an agent"
      facts={
        <>
          <span>Put Airlock between an agent and its tools.</span>
          <Link href="/connect/reference" className="text-accent underline">
            API reference
          </Link>
        </>
      }
    />
  );
  if (!agent) {
    return (
      <Page>
        {title}
        <div className="rounded-md border bg-panel">
          <EmptyState title="No agents">
            An admin makes one under <Link href="/agents">Agents</Link>.
          </EmptyState>
        </div>
      </Page>
    );
  }
  const [keys, calls, example] = await Promise.all([
    listAgentKeys(database(), agent.id),
    listInvocations(database(), { agentId: agent.id }, CALLS_SHOWN),
    exampleCall(database()),
  ]);
  return (
    <Page>
      {title}
      <div className="mb-4">
        <FilterSelect
          name="agent"
          label="Agent"
          none={`Agent: ${agents[0]?.name}`}
          options={agents.slice(1).map(({ name }) => ({ value: name, label: `Agent: ${name}` }))}
        />
      </div>
      <ConnectAgent
        key={agent.id}
        agentId={agent.id}
        gateway={gatewayUrl()}
        example={example}
        liveKeys={keys.filter(({ state, readOnly }) => state === "live" && !readOnly).length}
        mayManage={may(session.role, "keys.manage")}
        issue={issueAgentKey}
      />
      <FirstCall calls={calls.items} />
    </Page>
  );
}
