import { Plug } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { connectServer } from "#app/actions/connect-server.ts";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { RegistryTabs } from "#components/registry/registry-tabs.tsx";
import { ConnectForm } from "#components/servers/connect-form.tsx";
import { ServerTable } from "#components/servers/server-table.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { listServers } from "#lib/registry/servers/queries/list-servers.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Session } from "#lib/sessions/session.ts";

export const metadata: Metadata = { title: "MCP servers" };

/** No server can be named by a question mark: the form never stands in front of a server's page. */
const CONNECT = "/servers?view=connect";

export default async function ServersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  if (one(await searchParams, "view") === "connect") return <Connect session={session} />;
  const mayConnect = may(session.role, "servers.connect");
  const connect = mayConnect && (
    <Link href={CONNECT} prefetch={false} className={buttonClasses("primary", "sm")}>
      <Plug size={14} aria-hidden /> Connect a server
    </Link>
  );
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle
        title="Registry"
        facts="MCP servers and what they offer. None of it runs before it is imported and reviewed."
        action={connect}
      />
      <RegistryTabs current="servers" />
      <ServerTable servers={await listServers(database())} connect={connect} />
    </Page>
  );
}

function Connect({ session }: { session: Session }) {
  return (
    <Page>
      <PageTitle
        title="Connect an MCP server"
        facts="A configuration never changes: another command, address or policy is another server, reviewed anew."
      />
      {may(session.role, "servers.connect") ? (
        <ConnectForm limits={DEFAULT_LIMITS} connect={connectServer} />
      ) : (
        <EmptyState title="Admins connect servers">
          Your role is {session.role}. You can look at every server, and operators import tools from them.
        </EmptyState>
      )}
    </Page>
  );
}
