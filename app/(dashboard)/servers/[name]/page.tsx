import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { retireServer } from "#app/actions/retire-server.ts";
import { syncServer } from "#app/actions/sync-server.ts";
import { oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { ConfigurationTab } from "#components/servers/configuration-tab.tsx";
import { InstructionsTab } from "#components/servers/instructions-tab.tsx";
import { ListingHistory } from "#components/servers/listing-history.tsx";
import { RetireServer } from "#components/servers/retire-server.tsx";
import { ServerFacts } from "#components/servers/server-facts.tsx";
import { ServerNotice } from "#components/servers/server-notice.tsx";
import { SyncButton } from "#components/servers/sync-button.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { readShellStatus } from "#lib/operations/read-shell-status.ts";
import { listListings } from "#lib/registry/servers/queries/list-listings.ts";
import { readListing } from "#lib/registry/servers/queries/read-listing.ts";
import { readServer } from "#lib/registry/servers/queries/read-server.ts";
import { may } from "#lib/sessions/permissions.ts";
import { ServerTools } from "./server-tools.tsx";

interface ServerPageProps {
  params: Promise<{ name: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: ServerPageProps): Promise<Metadata> {
  return { title: (await params).name };
}

const TABS = ["tools", "configuration", "instructions", "history"] as const;
const LABELS: Record<(typeof TABS)[number], string> = {
  tools: "Tools",
  configuration: "Configuration",
  instructions: "Instructions",
  history: "Listings",
};

export default async function ServerPage({ params, searchParams }: ServerPageProps) {
  const session = await requireSession();
  const sql = database();
  const server = await readServer(sql, (await params).name);
  if (!server) notFound();
  const query = await searchParams;
  const tab = oneOf(query, "tab", TABS) ?? "tools";
  const [listing, status] = await Promise.all([readListing(sql, server.id), readShellStatus(sql)]);
  const path = `/servers/${server.name}`;
  const live = server.state !== "retired";
  const noticed = listing?.instructionsFindings.length ?? 0;
  const counts: Partial<Record<(typeof TABS)[number], number | string>> = {
    ...(listing ? { tools: listing.tools.length } : {}),
    ...(noticed > 0 ? { instructions: noticed === 1 ? "1 finding" : `${noticed} findings` } : {}),
  };
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle
        title={server.name}
        mono
        facts={<ServerFacts server={server} listed={listing?.tools.length ?? 0} />}
        action={
          live && (
            <>
              {may(session.role, "servers.sync") && (
                <SyncButton serverId={server.id} underWay={server.sync !== "idle"} sync={syncServer} />
              )}
              {may(session.role, "servers.retire") && (
                <RetireServer
                  serverId={server.id}
                  name={server.name}
                  tools={server.imported.filter(({ state }) => state !== "retired").length}
                  retire={retireServer}
                />
              )}
            </>
          )
        }
      />
      <ServerNotice server={server} dispatchers={status.workersIsolating} />
      <TabNav
        label="Parts of this server"
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: LABELS[id],
          href: id === "tools" ? path : `${path}?tab=${id}`,
          count: counts[id],
        }))}
      />
      {tab === "tools" && (
        <ServerTools server={server} listing={listing} query={query} mayImport={may(session.role, "servers.import")} />
      )}
      {tab === "configuration" && <ConfigurationTab server={server} />}
      {tab === "instructions" && <InstructionsTab listing={listing} />}
      {tab === "history" && <ListingHistory listings={await listListings(sql, server.id)} />}
    </Page>
  );
}
