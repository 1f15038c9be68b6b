import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { EditLink } from "#components/policies/edit-link.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { ProfileTable } from "#components/policies/profiles/profile-table.tsx";
import { Page } from "#components/ui/page.tsx";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";

export const metadata: Metadata = { title: "Profiles" };

export default async function ProfilesPage() {
  const session = await requireSession();
  const { document } = await readPolicyInForce(database());
  return (
    <Page>
      <PolicyTitle current="profiles" action={<EditLink role={session.role} at="profiles" />} />
      <ProfileTable document={document} />
    </Page>
  );
}
