import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { EditLink } from "#components/policies/edit-link.tsx";
import { LevelsMatrix } from "#components/policies/levels/levels-matrix.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { Page } from "#components/ui/page.tsx";
import { listAgents } from "#lib/agents/queries/list-agents.ts";
import { grantsByLevel } from "#lib/policy/decision/grants-by-level.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";

export const metadata: Metadata = { title: "Access levels" };

export default async function LevelsPage() {
  const session = await requireSession();
  const [{ document }, agents] = await Promise.all([readPolicyInForce(database()), listAgents(database())]);
  const levels = agents.map(({ name, actsAt }) =>
    actsAt === "custom" ? (document.agents[name]?.custom_level ?? actsAt) : actsAt,
  );
  return (
    <Page>
      <PolicyTitle current="levels" action={<EditLink role={session.role} at="tool_access.levels" />} />
      <LevelsMatrix levels={grantsByLevel(document.tool_access.levels)} agents={countEach(levels)} />
    </Page>
  );
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
