import type { Metadata } from "next";
import { requireSession } from "#app/server/session.ts";
import { LevelsMatrix } from "#components/policies/levels/levels-matrix.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { Page } from "#components/ui/page.tsx";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

export const metadata: Metadata = { title: "Access levels" };

export default async function LevelsPage() {
  await requireSession();
  return (
    <Page>
      <PolicyTitle current="levels" />
      <LevelsMatrix levels={POLICY_AS_SHIPPED.tool_access.levels} agents={{}} />
    </Page>
  );
}
