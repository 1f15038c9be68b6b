import type { ISql } from "postgres";
import { z } from "zod";
import { toolContractSchema } from "#lib/registry/contract.ts";
import { buildManifest } from "./build-manifest.ts";
import type { Manifest } from "./manifest.ts";

const sourcesSchema = z.array(
  z.object({
    version: z.number().int(),
    definitionHash: z.string(),
    contract: toolContractSchema,
    requiresApproval: z.boolean(),
  }),
);

/** What every tool in force may touch, by a login that reads the registry. A drifted tool that is served on is in force. */
export async function readManifest(sql: ISql): Promise<Manifest> {
  const rows = await sql`
    select v.number as version, v.definition_hash as "definitionHash", v.contract, t.requires_approval as "requiresApproval"
    from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id
    where (t.state = 'active' or (t.state = 'drifted' and t.serve_while_drifted)) and v.state = 'approved'`;
  return buildManifest(sourcesSchema.parse(rows));
}
