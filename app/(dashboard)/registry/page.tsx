import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { ToolTable } from "#components/registry/tool-table.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { listTools } from "#lib/registry/queries/list-tools.ts";

export const metadata: Metadata = { title: "Registry" };

export default async function RegistryPage() {
  await requireSession();
  const tools = await listTools(database());
  return (
    <Page>
      <PageTitle
        title="Registry"
        facts="Every tool that an agent may be given. Only a reviewed version runs, and any change of it is a new version."
      />
      <ToolTable tools={tools} />
    </Page>
  );
}
