import { notFound } from "next/navigation";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { Breadcrumbs, type Crumb } from "#components/shell/breadcrumbs.tsx";
import { PLACES } from "#components/shell/navigation.ts";
import { shorten } from "#components/ui/hash.tsx";
import { readAgentName } from "#lib/agents/queries/read-agent-name.ts";

/** Where a page stands. The path says it, but for an agent's name, which the database knows. */
export default async function PathCrumbs({ params }: { params: Promise<{ path: string[] }> }) {
  await requireSession();
  const [section, id] = (await params).path;
  const place = PLACES.find(({ href }) => href === `/${section}`);
  if (!place) notFound();
  const crumbs: Crumb[] = [{ label: place.label, href: place.href }];
  if (id) crumbs.push({ label: await label(place.href, decodeURIComponent(id)), mono: true });
  return <Breadcrumbs crumbs={crumbs} />;
}

async function label(section: string, id: string): Promise<string> {
  if (section === "/agents") return (await readAgentName(database(), id)) ?? shorten(id);
  return section === "/invocations" ? shorten(id, 8, 4) : id;
}
