import type postgres from "postgres";
import { pointerOf } from "#lib/policy/document/check-policy.ts";
import type { PolicyChange } from "#lib/policy/document/policy-change.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";

interface Owned {
  readonly name: string;
  readonly ownerId: string;
  /** Those it may act at: the declared one, and what it is trusted with. */
  readonly levels: readonly string[];
}

const IN_ORDER = ["sandboxed", "restricted", "standard", "elevated"];

/** The reviewers who own an agent whose entry a version changes, or that gains by a profile or a level it has. As airlock.interested_in has it. */
export async function policyStakes(
  sql: postgres.Sql,
  before: PolicyDocument,
  changes: readonly PolicyChange[],
): Promise<(readonly [personId: string, why: string])[]> {
  const owned = await sql<Owned[]>`
    select g.name, g.owner_id as "ownerId",
      array[g.access_level] || array(select t.level from agents.agent_trust t where t.agent_id = g.id) as levels
    from agents.agents g join agents.people p on p.id = g.owner_id and p.role = 'reviewer' order by g.name`;
  return owned
    .filter((agent) => isAtStake(agent, before, changes))
    .map(({ name, ownerId }) => [ownerId, `you own ${name}, which it changes`] as const);
}

function isAtStake({ name, levels }: Owned, before: PolicyDocument, changes: readonly PolicyChange[]): boolean {
  const entry = before.agents[name];
  const acts = entry?.custom_level ? [entry.custom_level, ...levels.slice(1)] : levels;
  const at = (...place: string[]) => {
    const prefix = pointerOf(place);
    return ({ path }: PolicyChange) => path === prefix || path.startsWith(`${prefix}/`);
  };
  const wider = changes.filter(({ widening }) => widening);
  return (
    changes.some(at("agents", name)) ||
    (entry?.profiles ?? []).some(
      (profile) =>
        wider.some(at("profiles", profile)) ||
        (!before.profiles[profile]?.auto_approve && changes.some(at("profiles", profile, "auto_approve"))),
    ) ||
    acts.some((level) => wider.some(at("tool_access", "levels", level))) ||
    // What a level takes a person for, those below it do too.
    acts.some((level) =>
      IN_ORDER.slice(IN_ORDER.indexOf(level), IN_ORDER.includes(level) ? undefined : 0).some((above) =>
        wider.some(at("tool_access", "levels", above, "requires_approval")),
      ),
    )
  );
}
