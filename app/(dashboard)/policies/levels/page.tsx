import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { EditLink } from "#components/policies/edit-link.tsx";
import { LevelsMatrix } from "#components/policies/levels/levels-matrix.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { Page } from "#components/ui/page.tsx";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";

export const metadata: Metadata = { title: "Access levels" };

export default async function LevelsPage() {
  const session = await requireSession();
  const { document } = await readPolicyInForce(database());
  return (
    <Page>
      <PolicyTitle current="levels" action={<EditLink role={session.role} at="tool_access.levels" />} />
      <LevelsMatrix levels={document.tool_access.levels} agents={{}} />
    </Page>
  );
}
