import { Cable } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { createAgent } from "#app/actions/create-agent.ts";
import { one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { AgentTable } from "#components/agents/agent-table.tsx";
import { NewAgent } from "#components/agents/new-agent.tsx";
import { AddressSearch } from "#components/ui/address-search.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { type AgentItem, listAgents } from "#lib/agents/queries/list-agents.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { ACCESS_LEVELS } from "#lib/policy/vocabulary.ts";
import { listPeople } from "#lib/sessions/list-people.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const query = await searchParams;
  const level = oneOf(query, "level", ACCESS_LEVELS);
  const words = one(query, "q")?.trim() ?? "";
  const [agents, people, { document }] = await Promise.all([
    listAgents(database()),
    listPeople(database()),
    readPolicyInForce(database()),
  ]);
  const earned = document.trust !== undefined && document.trust.strategy !== "disabled";
  const owners = people.filter(({ disabledAt }) => disabledAt === null).map(({ id, name }) => ({ id, name }));
  return (
    <Page>
      <PageTitle
        title="Agents"
        facts="Who asks. Each agent has an owner, a level that is its ceiling, and keys."
        action={
          <>
            <Link href="/connect" className={buttonClasses("plain")}>
              <Cable size={15} aria-hidden /> Connect an agent
            </Link>
            {may(session.role, "agents.create") && <NewAgent earned={earned} people={owners} create={createAgent} />}
          </>
        }
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <AddressSearch words={words} label="Search agents" placeholder="Name, words, or an owner" />
        <FilterSelect name="level" label="Acts at" options={ACCESS_LEVELS.map((value) => ({ value, label: value }))} />
      </div>
      <AgentTable
        agents={agents.filter((agent) => (!level || agent.actsAt === level) && isAbout(agent, words))}
        filtered={level !== undefined || words !== ""}
      />
    </Page>
  );
}

function isAbout({ name, description, owner }: AgentItem, words: string): boolean {
  return [name, description, owner].some((text) => text.toLowerCase().includes(words.toLowerCase()));
}
