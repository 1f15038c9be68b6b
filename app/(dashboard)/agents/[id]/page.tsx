import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { inboxActions } from "#app/(dashboard)/approvals/inbox-actions.ts";
import { freezeAgent } from "#app/actions/freeze-agent.ts";
import { issueAgentKey } from "#app/actions/issue-agent-key.ts";
import { releaseKillSwitch } from "#app/actions/release-kill-switch.ts";
import { removeMemory } from "#app/actions/remove-memory.ts";
import { revokeAgentKey } from "#app/actions/revoke-agent-key.ts";
import { stopAgent } from "#app/actions/stop-agent.ts";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { readInitialInbox } from "#app/server/read-initial-inbox.ts";
import { requireSession } from "#app/server/session.ts";
import { AgentOverview } from "#components/agents/agent-overview.tsx";
import { EventList } from "#components/agents/event-list.tsx";
import { FreezeButton } from "#components/agents/freeze-button.tsx";
import { KeyList } from "#components/agents/key-list.tsx";
import { StopButton } from "#components/agents/stop-button.tsx";
import { Inbox } from "#components/approvals/inbox/inbox.tsx";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { MemoryList } from "#components/memory/memory-list.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { Ago } from "#components/ui/time.tsx";
import { isUuid } from "#db/is-uuid.ts";
import { readActingLevels } from "#lib/agents/access/read-acting-levels.ts";
import { listAgentEvents } from "#lib/agents/queries/list-agent-events.ts";
import { listAgentKeys } from "#lib/agents/queries/list-agent-keys.ts";
import { type AgentDetail, readAgent } from "#lib/agents/queries/read-agent.ts";
import { readAgentDay } from "#lib/agents/queries/read-agent-day.ts";
import { seeApproval } from "#lib/approvals/queries/see-approval.ts";
import { listInvocations } from "#lib/invocations/list-invocations.ts";
import { listMemories } from "#lib/memory/list-memories.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Session } from "#lib/sessions/session.ts";
import { listTrust } from "#lib/trust/queries/list-trust.ts";
import { AgentAccess } from "./agent-access.tsx";
import { AgentTrust } from "./agent-trust.tsx";

const TABS = ["overview", "approvals", "invocations", "access", "trust", "memory", "keys", "events"] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  overview: "Overview",
  approvals: "Approvals",
  invocations: "Invocations",
  access: "Tools",
  trust: "Trust",
  memory: "Memory",
  keys: "Keys",
  events: "Events",
};

interface AgentPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: AgentPageProps): Promise<Metadata> {
  return { title: (await params).id };
}

export default async function AgentPage({ params, searchParams }: AgentPageProps) {
  const session = await requireSession();
  const agent = await readAgent(database(), (await params).id);
  if (!agent) notFound();
  const actingLevels = await readActingLevels(database(), agent);
  const query = await searchParams;
  const tab = oneOf(query, "tab", TABS) ?? "overview";
  const counts: Partial<Record<Tab, number>> = { approvals: agent.pending, keys: agent.liveKeys };
  return (
    <Page fills={tab === "approvals"}>
      {/* Lists that are read row by row and forms stay as they are. */}
      {(tab === "overview" || tab === "approvals") && <RefreshOnChange />}
      <div>
        <PageTitle
          title={agent.name}
          facts={
            <>
              {agent.frozenAt ? <StateMark state="frozen" /> : <StateMark state="active" />}
              <Chip>{agent.accessLevel}</Chip>
              <ActsAt agent={agent} levels={actingLevels} />
              <span>owned by {agent.owner}</span>
              <Hash value={agent.id} />
              {agent.description && <span className="w-full">{agent.description}</span>}
            </>
          }
          action={
            <>
              {may(session.role, "agents.freeze") && (
                <FreezeButton
                  agentId={agent.id}
                  name={agent.name}
                  frozen={agent.frozenAt !== null}
                  freeze={freezeAgent}
                />
              )}
              {may(session.role, "kill-switch.throw") && (
                <StopButton
                  agentId={agent.id}
                  name={agent.name}
                  switchId={agent.killSwitchId}
                  stop={stopAgent}
                  release={releaseKillSwitch}
                />
              )}
            </>
          }
        />
        {agent.frozenAt && (
          <Callout tone="dual" title={<b className="font-semibold">This agent is frozen: its calls are denied.</b>}>
            {agent.frozenReason}, <Ago at={agent.frozenAt} />
          </Callout>
        )}
        {agent.killSwitchId && (
          <Callout tone="bad" title={<b className="font-semibold">The kill switch is thrown for this agent.</b>}>
            None of its calls is released or dispatched, and those that were running were killed.
          </Callout>
        )}
        <TabNav
          label="Parts of this agent"
          current={tab}
          tabs={TABS.map((id) => ({
            id,
            label: LABELS[id],
            href: `/agents/${agent.name}?tab=${id}`,
            count: counts[id],
          }))}
        />
      </div>
      <AgentTab tab={tab} agent={agent} session={session} query={query} />
    </Page>
  );
}

/** What is left of the declared level, where trust or the policy takes something away. */
function ActsAt({ agent, levels }: { agent: AgentDetail; levels: readonly string[] }) {
  if (levels.length === 1 && levels[0] === agent.accessLevel) return null;
  return (
    <Link href={`/agents/${agent.name}?tab=access`} prefetch={false} className="text-accent underline">
      acts at {levels.join(", ")}
    </Link>
  );
}

async function AgentTab({
  tab,
  agent,
  session,
  query,
}: {
  tab: Tab;
  agent: AgentDetail;
  session: Session;
  query: SearchParams;
}) {
  switch (tab) {
    case "overview":
      return (
        <AgentOverview
          agent={agent}
          day={await readAgentDay(database(), agent.id)}
          trust={(await listTrust(database(), { agentId: agent.id })).items[0]}
          profiles={(await readPolicyInForce(database())).document.agents[agent.name]?.profiles ?? []}
          recent={(await listInvocations(database(), { agentId: agent.id }, 10)).items}
        />
      );
    case "approvals":
      return <AgentApprovals agent={agent} session={session} query={query} />;
    case "invocations":
      return <AgentInvocations agent={agent} query={query} />;
    case "keys":
      return (
        <KeyList
          agentId={agent.id}
          keys={await listAgentKeys(database(), agent.id)}
          mayManage={may(session.role, "keys.manage")}
          issue={issueAgentKey}
          revoke={revokeAgentKey}
        />
      );
    case "access":
      return <AgentAccess agent={agent} role={session.role} query={query} />;
    case "trust":
      return <AgentTrust agent={agent} session={session} />;
    case "memory":
      return <AgentMemory agent={agent} session={session} query={query} />;
    case "events":
      return <AgentEvents agent={agent} query={query} />;
  }
}

async function AgentApprovals({
  agent,
  session,
  query,
}: {
  agent: AgentDetail;
  session: Session;
  query: SearchParams;
}) {
  const selected = one(query, "id");
  const [initial, detail, shortcuts] = await Promise.all([
    readInitialInbox(session, query, agent.name),
    selected && one(query, "kind") === undefined ? seeApproval(database(), session, selected) : undefined,
    readPreference("shortcuts"),
  ]);
  return (
    <Inbox
      initial={initial}
      initialDetail={detail}
      agent={agent.name}
      shortcuts={shortcuts === "on"}
      actions={inboxActions}
      className="overflow-hidden rounded-md border bg-panel md:min-h-120 md:flex-1 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    />
  );
}

async function AgentInvocations({ agent, query }: { agent: AgentDetail; query: SearchParams }) {
  const before = one(query, "before");
  const path = `/agents/${agent.name}`;
  const { items, next } = await listInvocations(database(), {
    agentId: agent.id,
    before: before && isUuid(before) ? before : undefined,
  });
  return (
    <>
      <InvocationTable items={items} without="agent" empty="This agent has not asked for anything yet." />
      <Pager
        shown={items.length}
        first={before ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </>
  );
}

async function AgentMemory({ agent, session, query }: { agent: AgentDetail; session: Session; query: SearchParams }) {
  const before = one(query, "before");
  const path = `/agents/${agent.name}`;
  const { items, next } = await listMemories(database(), agent.id, before && isUuid(before) ? before : undefined);
  return (
    <>
      <MemoryList memories={items} remove={may(session.role, "memories.remove") ? removeMemory : null} />
      <Pager
        shown={items.length}
        first={before ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </>
  );
}

async function AgentEvents({ agent, query }: { agent: AgentDetail; query: SearchParams }) {
  const before = one(query, "before");
  const path = `/agents/${agent.name}`;
  const { items, next } = await listAgentEvents(
    database(),
    agent.id,
    before && /^\d{1,18}$/.test(before) ? before : undefined,
  );
  return (
    <>
      <EventList events={items} />
      <Pager
        shown={items.length}
        first={before ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </>
  );
}
