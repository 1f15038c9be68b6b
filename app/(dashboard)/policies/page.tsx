import type { Metadata } from "next";
import { requireSession } from "#app/server/session.ts";
import { EgressTable } from "#components/policies/classes/egress-table.tsx";
import { SafetyTable } from "#components/policies/classes/safety-table.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { Page } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

export const metadata: Metadata = { title: "Policies" };

export default async function PoliciesPage() {
  await requireSession();
  const { classes } = POLICY_AS_SHIPPED;
  return (
    <Page>
      <PolicyTitle current="overview" />
      <Section title="Safety classes" note="what each asks for, whoever calls">
        <SafetyTable safety={classes.safety} />
      </Section>
      <Section title="Egress classes" note="the stricter of the two classes holds">
        <EgressTable egress={classes.egress} />
      </Section>
    </Page>
  );
}
