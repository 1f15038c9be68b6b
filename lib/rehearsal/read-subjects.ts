import type { Sql } from "postgres";
import type { RecordedTool, RehearsedAgent } from "#lib/policy/rehearsal/recorded-call.ts";
import { type ToolConstraints, toolContractSchema } from "#lib/registry/contract.ts";

/** What decides of a contract. What it says to models and people is long and decides nothing, so the database leaves it out. */
const decidingParts = toolContractSchema.pick({
  name: true,
  safetyClass: true,
  egressClass: true,
  category: true,
  actionType: true,
  policy: true,
  constraints: true,
  inputSchema: true,
  gate: true,
  maxCost: true,
});
const PARTS = Object.keys(decidingParts.shape);

export async function readTools(sql: Sql, versionIds: readonly string[]): Promise<RecordedTool[]> {
  const rows = await sql<(Omit<RecordedTool, "contract"> & { parts: unknown })[]>`
    select
      v.id as "versionId", v.number, v.id is not distinct from t.pinned_version_id as "inForce",
      t.requires_approval as "requiresApproval", coalesce(v.alarmed, false) as alarmed,
      (select jsonb_object_agg(part.key, part.value) from jsonb_each(v.contract) part where part.key = any(${PARTS})) as parts
    from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id
    where v.id = any(${[...versionIds]}::uuid[])`;
  return rows.map(({ parts, ...tool }) => ({ ...tool, contract: decidingParts.parse(parts) }));
}

export async function readAgents(sql: Sql, ids: readonly string[]): Promise<RehearsedAgent[]> {
  return await sql<RehearsedAgent[]>`
    select
      a.id, a.name, a.frozen_at is not null as frozen, a.access_level as declared, a.project_root is not null as "hasProject",
      coalesce((select jsonb_object_agg(t.category, t.level) from agents.agent_trust t where t.agent_id = a.id), '{}') as trust
    from agents.agents a where a.id = any(${[...ids]}::uuid[])`;
}

type Constrained = ToolConstraints & { readonly tool: string };

/** Every constraint that any version of a tool has or had: few have one. */
export async function readConstraints(sql: Sql): Promise<Constrained[]> {
  const rows = await sql<{ constrained: Constrained }[]>`
    select distinct v.constraints || jsonb_build_object('tool', t.name) as constrained
    from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id where v.constraints is not null`;
  return rows.map(({ constrained }) => constrained);
}
