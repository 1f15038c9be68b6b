import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { ChecksTable } from "#components/policies/checks-table.tsx";
import { EgressTable } from "#components/policies/classes/egress-table.tsx";
import { SafetyTable } from "#components/policies/classes/safety-table.tsx";
import { EditLink } from "#components/policies/edit-link.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { InForce } from "#components/policies/versions/in-force.tsx";
import { VersionTable } from "#components/policies/versions/version-table.tsx";
import { Page } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { listProposedPolicies } from "#lib/policy/versions/list-proposed-policies.ts";
import { readActivators } from "#lib/policy/versions/read-activators.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { readPolicyVersion } from "#lib/policy/versions/read-policy-version.ts";

export const metadata: Metadata = { title: "Policies" };

export default async function PoliciesPage() {
  const session = await requireSession();
  const { version } = await readPolicyInForce(database());
  const [inForce, activators, waiting] = await Promise.all([
    readPolicyVersion(database(), version),
    readActivators(database(), version),
    listProposedPolicies(database()),
  ]);
  if (!inForce) throw new Error(`Policy v${version} is in force and cannot be read.`);
  const { classes, checks } = inForce.document;
  return (
    <Page>
      <RefreshOnChange />
      <PolicyTitle current="overview" action={<EditLink role={session.role} />} />
      {waiting.length > 0 && (
        <Section title="Waiting" note="versions that another person has to put in force">
          <VersionTable versions={waiting} label="Versions that wait" />
        </Section>
      )}
      <Section title="In force">
        <InForce version={inForce} activators={activators} />
      </Section>
      <Section title="Safety classes" note="what each asks for, whoever calls">
        <SafetyTable safety={classes.safety} />
      </Section>
      <Section title="Egress classes" note="the stricter of the two classes holds">
        <EgressTable egress={classes.egress} />
      </Section>
      {checks.length > 0 && (
        <Section title="Outside checks" note="asked before a call is decided; one that fails denies">
          <ChecksTable checks={checks} />
        </Section>
      )}
    </Page>
  );
}
