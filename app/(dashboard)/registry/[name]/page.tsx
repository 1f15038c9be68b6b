import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { FindingList } from "#components/findings/finding-list.tsx";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { CallersTab } from "#components/registry/callers-tab.tsx";
import { ContractTab } from "#components/registry/contract-tab.tsx";
import { PolicyTab } from "#components/registry/policy-tab.tsx";
import { ToolFacts, ToolNotice } from "#components/registry/tool-facts.tsx";
import { VersionStrip } from "#components/registry/version-strip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { listInvocations } from "#lib/invocations/list-invocations.ts";
import { isUuid } from "#lib/invocations/uuid.ts";
import { listCallers } from "#lib/registry/queries/list-callers.ts";
import { readTool, type ToolDetail } from "#lib/registry/queries/read-tool.ts";

const TABS = ["contract", "policy", "findings", "callers", "invocations"] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  contract: "Contract",
  policy: "Policy",
  findings: "Findings",
  callers: "Who may call",
  invocations: "Invocations",
};

interface ToolPageProps {
  params: Promise<{ name: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: ToolPageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ToolPage({ params, searchParams }: ToolPageProps) {
  await requireSession();
  const tool = await readTool(database(), (await params).name);
  if (!tool) notFound();
  const query = await searchParams;
  const tab = oneOf(query, "tab", TABS) ?? "contract";
  const version =
    tool.versions.find(({ number }) => String(number) === one(query, "version")) ??
    tool.versions.find(({ id }) => id === tool.pinnedVersionId) ??
    tool.versions[0];
  if (!version) notFound();
  const before = tool.versions.find(({ number }) => number === version.number - 1);
  const path = `/registry/${tool.name}`;
  const counts: Partial<Record<Tab, number>> = { findings: version.findings.length };
  return (
    <Page>
      <PageTitle title={tool.name} mono facts={<ToolFacts tool={tool} contract={version.contract} />} />
      <ToolNotice tool={tool} version={version} />
      <VersionStrip tool={tool} shown={version.number} tab={tab} />
      <TabNav
        label="Parts of this tool"
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: LABELS[id],
          href: address(path, query, { tab: id, before: undefined }),
          count: counts[id],
        }))}
      />
      {tab === "contract" && <ContractTab version={version} before={before} />}
      {tab === "policy" && <PolicyTab contract={version.contract} />}
      {tab === "findings" &&
        (version.findings.length > 0 ? (
          <FindingList findings={version.findings} />
        ) : (
          <EmptyState title="No findings">The scanner noticed nothing in this version's definition.</EmptyState>
        ))}
      {tab === "callers" && <CallersTab callers={await listCallers(database(), tool.id)} />}
      {tab === "invocations" && <ToolInvocations tool={tool} query={query} path={path} />}
    </Page>
  );
}

async function ToolInvocations({ tool, query, path }: { tool: ToolDetail; query: SearchParams; path: string }) {
  const before = one(query, "before");
  const { items, next } = await listInvocations(database(), {
    tool: tool.name,
    before: before && isUuid(before) ? before : undefined,
  });
  return (
    <>
      <InvocationTable items={items} without="tool" empty="No agent has asked for this tool." />
      <Pager
        shown={items.length}
        first={before ? address(path, query, { before: undefined }) : undefined}
        next={next ? address(path, query, { before: next }) : undefined}
      />
    </>
  );
}
