import type { Metadata } from "next";
import { requireSession } from "#app/server/session.ts";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { ProfileTable } from "#components/policies/profiles/profile-table.tsx";
import { Page } from "#components/ui/page.tsx";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

export const metadata: Metadata = { title: "Profiles" };

export default async function ProfilesPage() {
  await requireSession();
  return (
    <Page>
      <PolicyTitle current="profiles" />
      <ProfileTable document={POLICY_AS_SHIPPED} />
    </Page>
  );
}
